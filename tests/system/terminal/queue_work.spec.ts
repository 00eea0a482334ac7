import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { databaseUrl } from '#kernel/database/datastores'
import { freePort } from '#kernel/net/free_port'
import { startProgram } from '#tests/testkit/processes'
import { until } from '#tests/testkit/wait'

test.group('queue:work', () => {
  test('says that it has started in one line of JSON', async ({ assert }) => {
    const worker = startProgram('bin/console', ['queue:work', '--queues=maintenance'], {
      DATABASE_URL: databaseUrl(),
      LOG_LEVEL: 'info',
    })
    const lines = () => worker.output().split('\n').slice(0, -1)
    const line = await until('the line of the start', () =>
      lines().find((one) => one.includes('has started'))
    )
    assert.containSubset(JSON.parse(line), { level: 30, worksOn: ['maintenance'] })
    assert.match(JSON.parse(line).msg, /^A worker of Latchkey \d+\.\d+\.\d+ has started$/)
    worker.child.kill('SIGTERM')
    assert.equal(await worker.ended, 0)
  }).timeout(60_000)

  test('names its own setting if the port of its health checks is taken', async ({ assert, cleanup }) => {
    const other = createServer().listen(0, '127.0.0.1')
    cleanup(() => void other.close())
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const worker = startProgram('bin/console', ['queue:work', '--queues=maintenance', '--json'], {
      DATABASE_URL: databaseUrl(),
      HOST: '127.0.0.1',
      WORKER_HEALTH_PORT: String(port),
    })
    assert.equal(await worker.ended, 1)
    const { error } = JSON.parse(worker.output())
    assert.equal(error.code, 'CONFIG_ERROR')
    assert.match(error.message, new RegExp(`^WORKER_HEALTH_PORT ${port} is in use`))
    assert.include(error.message, 'Each worker on one machine needs a port of its own')
  }).timeout(60_000)

  test('names HOST if its health checks cannot listen there', async ({ assert }) => {
    const worker = startProgram('bin/console', ['queue:work', '--queues=maintenance', '--json'], {
      DATABASE_URL: databaseUrl(),
      HOST: 'nowhere.invalid',
      WORKER_HEALTH_PORT: String(await freePort()),
    })
    assert.equal(await worker.ended, 1)
    const { error } = JSON.parse(worker.output())
    assert.equal(error.code, 'CONFIG_ERROR')
    assert.match(
      error.message,
      /^HOST nowhere\.invalid is no address of this machine \(\w+\): use 0\.0\.0\.0/
    )
    assert.notMatch(error.message, /port/i)
  }).timeout(60_000)

  test('refuses a queue that there is none of, as JSON where JSON was asked for', async ({ assert }) => {
    const worker = startProgram('bin/console', ['queue:work', '--queues=bulky', '--json'], {
      DATABASE_URL: databaseUrl(),
    })
    assert.equal(await worker.ended, 1)
    const { error } = JSON.parse(worker.output())
    assert.equal(error.code, 'VALIDATION_ERROR')
    assert.match(error.message, /^No such queue: bulky. Choose from: /)
  }).timeout(60_000)
})
