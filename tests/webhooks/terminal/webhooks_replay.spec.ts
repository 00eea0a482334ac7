import { test } from '@japa/runner'
import ace from '@adonisjs/core/services/ace'
import db from '@adonisjs/lucid/services/db'
import WebhooksReplay from '../../../commands/webhooks_replay.js'
import { databaseUrl } from '#kernel/database/datastores'
import { newId } from '#kernel/secrets/ids'
import { rows } from '#kernel/database/sql'
import { createMerchant } from '#tests/testkit/merchant'
import { startProgram } from '#tests/testkit/processes'
import { openReceiver, status } from '#tests/testkit/receiver'
import { countByStatus, createEndpoint, deliveriesOf, emit, manualEngine } from '#tests/testkit/webhooks'

/** Runs the command in this process; returns the JSON that it prints and its exit code. */
async function replay(...words: string[]) {
  const printed: string[] = []
  const write = process.stdout.write
  process.stdout.write = (text: string) => printed.push(String(text)) > 0
  try {
    const command = await ace.create(WebhooksReplay, [...words, '--json'])
    await command.exec()
    const line = printed.find((text) => text.startsWith('{'))
    return { exitCode: command.exitCode ?? 0, answer: line ? JSON.parse(line) : null }
  } finally {
    process.stdout.write = write
  }
}

/** A delivery that has failed for good, its endpoint, and the receiver, which listens until the result is disposed of. */
async function failedDelivery() {
  const receiver = await openReceiver(status(302))
  await using worker = manualEngine()
  const merchant = await createMerchant()
  const endpoint = await createEndpoint(merchant, { url: receiver.url })
  await emit(merchant, 'license.frozen', [{}])
  await worker.run()
  const [{ id }] = await deliveriesOf(endpoint.id)
  return { receiver, endpoint, id, [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose]() }
}

test.group('webhooks:replay', (group) => {
  // A replay sends by itself and does not depend on the queue.
  group.tap((one) => one.tags(['@once']))
  group.each.setup(() => {
    ace.ui.switchMode('raw')
    return () => ace.ui.switchMode('normal')
  })

  test('one delivery: dry run, failure and arrival with their exit codes', async ({ assert }) => {
    await using receiver = await openReceiver(status(302))
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const endpoint = await createEndpoint(merchant, { url: receiver.url })
    await emit(merchant, 'license.frozen', [{ licenseId: newId() }])
    await worker.run()
    const [{ id }] = await deliveriesOf(endpoint.id)
    const dry = await replay(id, '--dry-run')
    assert.equal(dry.exitCode, 0)
    assert.containSubset(dry.answer, {
      dryRun: true,
      delivery: { id, event: 'license.frozen', status: 'failed' },
    })
    assert.lengthOf(receiver.received, 1)
    const failed = await replay(id)
    assert.equal(failed.exitCode, 1)
    assert.containSubset(failed.answer.delivery, { success: false, responseStatus: 302 })
    receiver.respond = status(200)
    const arrived = await replay(id)
    assert.equal(arrived.exitCode, 0)
    assert.containSubset(arrived.answer.delivery, { success: true, event: 'license.frozen' })
    assert.lengthOf(receiver.received, 3)
  })

  test('a dry run of what cannot be sent is refused, like the replay itself', async ({ assert }) => {
    await using failed = await failedDelivery()
    const { endpoint, id } = failed
    for (const change of ['enabled = false', 'deleted_at = now()']) {
      await rows(db.connection(), `update webhook_endpoints set ${change} where id = ?`, [endpoint.id])
      assert.deepEqual(await replay(id, '--dry-run'), { exitCode: 1, answer: null }, change)
    }
  })

  test('a filter beside a delivery is refused, and nothing is sent', async ({ assert }) => {
    await using failed = await failedDelivery()
    const { receiver, id } = failed
    const filters = ['--since=2026-01-01T00:00:00Z', '--until=2026-01-01T00:00:00Z']
    for (const filter of [...filters, '--status=cancelled', '--event=license.revoked']) {
      const command = await ace.create(WebhooksReplay, [id, filter])
      await command.exec()
      assert.equal(command.exitCode, 1, filter)
      const [flag] = filter.split('=')
      assert.match(command.logger.getLogs().at(-1)!.message, new RegExp(`${flag} goes with --endpoint`))
    }
    assert.lengthOf(receiver.received, 1)
  })

  test('all that failed at an endpoint since a time', async ({ assert }) => {
    await using receiver = await openReceiver(status(302))
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const endpoint = await createEndpoint(merchant, { url: receiver.url })
    const since = new Date(worker.clock.now).toISOString()
    await emit(merchant, 'license.frozen', [{}, {}, {}])
    await worker.run()
    const of = [`--endpoint=${endpoint.id}`, `--since=${since}`]
    const reversed = await replay(...of, '--until=2026-01-01T00:00:00Z')
    assert.deepEqual(reversed, { exitCode: 1, answer: null })
    assert.deepEqual(await replay(...of, '--dry-run'), { exitCode: 0, answer: { count: 3, dryRun: true } })
    assert.deepEqual((await replay(...of, '--event=license.revoked')).answer, { count: 0, dryRun: false })
    assert.deepEqual((await replay(...of)).answer, { count: 3, dryRun: false })
    receiver.respond = status(200)
    worker.clock.now = Date.now()
    await worker.run()
    assert.deepEqual(await countByStatus(endpoint.id), { failed: 3, succeeded: 3 })
    assert.lengthOf(receiver.received, 6)
  })

  test('as a process: output for people and for scripts, and exit codes', async ({ assert, cleanup }) => {
    await using receiver = await openReceiver(status(302))
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const { id: endpointId } = await createEndpoint(merchant, { url: receiver.url })
    await emit(merchant, 'license.frozen', [{}, {}])
    await worker.run()
    const [{ id }] = await deliveriesOf(endpointId)
    const run = async (...words: string[]) => {
      const { child, ended, output } = startProgram('bin/console', ['webhooks:replay', ...words], {
        DATABASE_URL: databaseUrl(),
        LOG_LEVEL: 'silent',
      })
      cleanup(() => void child.kill('SIGKILL'))
      return { exitCode: await ended, output: output().trim() }
    }
    const since = '--since=2026-01-01T00:00:00Z'
    const [unknown, dry] = await Promise.all([
      run(newId()),
      run(`--endpoint=${endpointId}`, since, '--dry-run', '--json'),
    ])
    const failed = await run(id)
    assert.equal(unknown.exitCode, 1)
    assert.match(unknown.output, /No such delivery$/)
    assert.deepEqual(dry, { exitCode: 0, output: '{"count":2,"dryRun":true}' })
    assert.equal(failed.exitCode, 1)
    assert.include(failed.output, 'did not arrive: HTTP 302')
    receiver.respond = status(200)
    const arrived = await run(id, '--json')
    assert.equal(arrived.exitCode, 0)
    assert.containSubset(JSON.parse(arrived.output).delivery, { endpointId, success: true })
  }).timeout(60_000)

  test('what cannot be replayed is one line and exit code 1')
    .with([
      [[]],
      [['not-a-uuid']],
      [[newId()]],
      [[newId(), `--endpoint=${newId()}`]],
      [[`--endpoint=${newId()}`]],
      [[`--endpoint=${newId()}`, '--since=2026-01-01T00:00:00Z']],
      [[`--endpoint=${newId()}`, '--since=yesterday']],
      [[`--endpoint=${newId()}`, '--since=2026-01-01T00:00:00Z', '--status=pending']],
    ])
    .run(async ({ assert }, [words]) => {
      assert.deepEqual(await replay(...words), { exitCode: 1, answer: null })
    })
})
