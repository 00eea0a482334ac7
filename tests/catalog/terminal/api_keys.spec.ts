import { test } from '@japa/runner'
import ace from '@adonisjs/core/services/ace'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { createApiKey, createMerchant } from '#tests/testkit/merchant'
import { startProgram } from '#tests/testkit/processes'
import { authorize, createVendor, seedLicense } from '#tests/testkit/runtime'

/** Runs a command with --json in this process; returns its standard output and its exit code. */
async function run(command: string, args: string[]) {
  const written: string[] = []
  const write = process.stdout.write
  process.stdout.write = (text: string) => written.push(String(text)) > 0
  try {
    const done = await ace.exec(command, [...args, '--json'])
    return { exitCode: done.exitCode ?? 0, output: written.join('') }
  } finally {
    process.stdout.write = write
  }
}

/** The data of the events of a product, oldest first. */
function eventsOf(productId: string) {
  return rows<{ data: Record<string, unknown> }>(
    db.connection(),
    'select data from outbox_events where product_id = ? order by id',
    [productId]
  )
}

test.group('api-key commands', () => {
  test('issue, list, rotate and revoke a key', async ({ assert }) => {
    const { productId } = await createMerchant()
    const issued = JSON.parse(
      (await run('api-key:issue', [productId, '--name=Console', '--permission=license:read'])).output
    )
    assert.equal((await call('GET', '/v1/whoami', { apiKey: issued.key })).status, 200)
    const list = (await run('api-key:list', [productId])).output
    assert.equal(JSON.parse(list)[0].id, issued.id)
    assert.notInclude(list, issued.key)
    const rotated = JSON.parse((await run('api-key:rotate', [issued.id, '--grace=60'])).output)
    for (const { key } of [issued, rotated]) {
      assert.equal((await call('GET', '/v1/whoami', { apiKey: key })).status, 200)
    }
    assert.deepEqual(JSON.parse((await run('api-key:revoke', [issued.id])).output), {
      id: issued.id,
      revoked: true,
    })
    assert.equal((await call('GET', '/v1/whoami', { apiKey: rotated.key })).status, 401)
  })

  test('an id in capitals is the id: calls signed with the new secret are accepted', async ({ assert }) => {
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    const rotated = JSON.parse((await run('api-key:rotate', [vendor.keyId.toUpperCase()])).output)
    const { id, key, signingSecret } = rotated
    const answer = await authorize({ ...vendor, key, signingSecret }, license.key)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(id, vendor.keyId)
  })

  test('answers and events name a key and its product as stored, however they were typed', async ({
    assert,
  }) => {
    const { productId } = await createMerchant()
    const issued = JSON.parse(
      (await run('api-key:issue', [productId.toUpperCase(), '--permission=license:read'])).output
    )
    assert.equal(issued.productId, productId)
    await run('api-key:rotate', [issued.id.toUpperCase()])
    const revoked = JSON.parse((await run('api-key:revoke', [issued.id.toUpperCase()])).output)
    assert.deepEqual(revoked, { id: issued.id, revoked: true })
    const told = await eventsOf(productId)
    assert.lengthOf(told, 3)
    for (const { data } of told) assert.deepInclude(data, { apiKeyId: issued.id, productId })
  })

  test('a key without a name is called by where it was issued', async ({ assert }) => {
    const { productId } = await createMerchant()
    const { output } = await run('api-key:issue', [productId, '--permission=license:read'])
    assert.equal(JSON.parse(output).name, 'Issued in the terminal')
  })

  test('a grace period that is too long is named by its option', async ({ assert }) => {
    const { id } = await createApiKey(await createMerchant(), ['license:read'])
    const said = startProgram('bin/console', ['api-key:rotate', id, '--grace=604801'])
    assert.equal(await said.ended, 1)
    assert.match(said.output(), /--grace: .*604800/)
    assert.notInclude(said.output(), 'grace-period')
  }).timeout(60_000)

  test('bad input ends with exit code 1')
    .with([
      ['api-key:issue', [newId(), '--permission=license:read']],
      ['api-key:issue', ['no-uuid', '--permission=license:read']],
      ['api-key:list', [newId()]],
      ['api-key:rotate', [newId()]],
      ['api-key:revoke', ['no-uuid']],
      ['admin:grant', ['nobody@example.com']],
    ] as [string, string[]][])
    .run(async ({ assert }, [command, args]) => {
      assert.equal((await run(command, args)).exitCode, 1)
    })
})
