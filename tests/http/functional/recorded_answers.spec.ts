import { test } from '@japa/runner'
import { appendFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { answerRecord, takeRecorded } from '#tests/testkit/answer_record'
import { startServer } from '#tests/testkit/servers'
import { tempFolder } from '#tests/testkit/temp_folder'

test('answers of a server that a test starts are held against the API document too', async ({ assert }) => {
  await using folder = await tempFolder()
  const server = await startServer({ API_RECORD: join(folder.path, 'answers') })
  await fetch(`${server.base}/health/live`, { headers: { 'x-request-id': 'recorded' } })
  await server.kill('SIGTERM')
  const answers = await takeRecorded(join(folder.path, 'answers'))
  const answer = answers.find(({ head }) => head.includes('recorded'))!
  assert.containSubset(answer, { method: 'GET', url: '/health/live', status: 200 })
}).timeout(60_000)

test('half a line of a killed process spoils no answer that another process records', async ({ assert }) => {
  await using folder = await tempFolder()
  const record = join(folder.path, 'answers')
  const answer = { method: 'GET', url: '/', status: 200, head: '', body: Buffer.from('body') }
  answerRecord(record)(answer)
  const [file = ''] = await readdir(record)
  // A kill during a write leaves this much of it.
  await appendFile(join(record, file), '{"method":"GET","url":"')
  answerRecord(record)(answer)
  assert.deepEqual(await takeRecorded(record), [answer, answer])
})
