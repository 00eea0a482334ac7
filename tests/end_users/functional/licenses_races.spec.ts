import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import type { Answer } from '#tests/testkit/api'
import { bind, createOwner, heldBy, pastResets, selfResets } from '#tests/testkit/own_licenses'

const AT_ONCE = 40

/** Makes a license bind again as soon as it is released, as a program that keeps calling would. */
async function rebinding(licenseId: string): Promise<AsyncDisposable> {
  const name = `rebind_${licenseId.replaceAll('-', '')}`
  await rows(
    db.connection(),
    `create function ${name}() returns trigger language plpgsql as $$ begin
       insert into license_bindings select old.*; return null; end $$;
     create trigger ${name} after delete on license_bindings for each row
       when (old.license_id = '${licenseId}') execute function ${name}()`
  )
  return {
    async [Symbol.asyncDispose]() {
      await rows(db.connection(), `drop trigger ${name} on license_bindings; drop function ${name}()`)
    },
  }
}

const codes = (answers: Answer[]) =>
  answers.map(({ status, body }) => (status === 200 ? 'done' : body.error.code))
const countOf = (list: string[], one: string) => list.filter((other) => other === one).length

/** contract/09-end-users#95-licenses-eu: of any number of concurrent calls, exactly as many succeed as are left. */
test.group('licenses of an end user: races', (group) => {
  group.each.timeout(60_000)

  test('of forty resets at once with three left, three succeed', async ({ assert }) => {
    const { ask, license } = await createOwner({ policy: { maxHwidResets: 5 } })
    await bind(license.id, 'HWID', ['one', 'two'])
    await pastResets(license.id, 'HWID', [Date.now() - 2000, Date.now() - 1000])
    await using _ = await rebinding(license.id)
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => ask('POST', '/reset-hwid', {})))
    const got = codes(answers)
    assert.deepEqual([countOf(got, 'done'), countOf(got, 'LIMIT_REACHED')], [3, AT_ONCE - 3])
    assert.isTrue(answers.every(({ status, body }) => status !== 200 || body.data.changed))
    assert.equal(await selfResets(license.id), 5)
    const { resets } = (await ask('GET')).body.data.license
    assert.deepEqual([resets.hwid.used, resets.hwid.remaining], [5, 0])
  })

  test('of forty resets at once of what is bound once, one is spent', async ({ assert }) => {
    const { ask, license } = await createOwner()
    await bind(license.id, 'HWID', ['one'])
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => ask('POST', '/reset-hwid', {})))
    assert.lengthOf(
      answers.filter(({ body }) => body.data.changed),
      1
    )
    assert.equal(await selfResets(license.id), 1)
  })

  test('forty devices freed at once and resets beside them share three', async ({ assert }) => {
    const { ask, license } = await createOwner({ policy: { maxHwidResets: 3 } })
    const values = Array.from({ length: AT_ONCE }, (_, at) => `device-${at}`)
    await bind(license.id, 'HWID', values)
    const { devices } = (await ask('GET', '/devices')).body.data as { devices: { id: string }[] }
    const answers = await Promise.all(devices.map(({ id }) => ask('DELETE', `/devices/${id}`)))
    const got = codes(answers)
    assert.deepEqual([countOf(got, 'done'), countOf(got, 'LIMIT_REACHED')], [3, AT_ONCE - 3])
    assert.lengthOf((await heldBy(license.id)).bindings, AT_ONCE - 3)
    assert.equal((await ask('POST', '/reset-hwid', {})).body.error.code, 'LIMIT_REACHED')
  })
})
