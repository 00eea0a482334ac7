import { test } from '@japa/runner'
import { readFile } from 'node:fs/promises'
import { RECORD, startServer } from '#tests/testkit/servers'

test('answers of a server that a test starts are held against the API document too', async ({ assert }) => {
  const server = await startServer()
  const id = `recorded-${server.child.pid}`
  await fetch(`${server.base}/health/live`, { headers: { 'x-request-id': id } })
  await server.kill('SIGTERM')
  const line = (await readFile(RECORD, 'utf8')).split('\n').find((one) => one.includes(id))!
  assert.containSubset(JSON.parse(line), { method: 'GET', url: '/health/live', status: 200 })
}).timeout(60_000)
