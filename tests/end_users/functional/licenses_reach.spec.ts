import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import CreateProduct from '#catalog/actions/create_product'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { createCustomer, createEndUser, own, signIn } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { bind, createOwner, heldBy, LICENSES } from '#tests/testkit/own_licenses'

const READS = ['', '/devices']
const ACTS = [
  ['POST', '/reset-hwid'],
  ['POST', '/reset-ip'],
  ['DELETE', '/devices/some-device'],
  ['DELETE', '/sessions/some-session'],
] as const

/** Two products of one merchant with one license each, an end user who owns both, and a license of another end user. */
async function createCast() {
  const { merchant, customer, license } = await createOwner()
  const other = await new CreateProduct().execute({ orgId: merchant.orgId }, { name: 'Player' })
  const [second] = await seedLicenses({ ...merchant, productId: other.id }, 1)
  await own(customer, second.id)
  const neighbour = await createEndUser(merchant)
  const [theirs, nobodys] = await seedLicenses(merchant, 2)
  await own(neighbour, theirs.id)
  const elsewhere = await createMerchant()
  const stranger = await createCustomer(elsewhere)
  const [foreign] = await seedLicenses(elsewhere, 1)
  await own(stranger, foreign.id)
  for (const { id } of [license, second, theirs, nobodys, foreign]) await bind(id, 'HWID', ['one'])
  return { merchant, customer, license, second, theirs, nobodys, foreign, otherProduct: other.id }
}

function asker(token: string) {
  return {
    read: async (id: string) => {
      const answers = READS.map((path) => call('GET', `${LICENSES}/${id}${path}`, { token }))
      return (await Promise.all(answers)).map(({ status, body }) => body.error?.code ?? status)
    },
    act: async (id: string) => {
      const codes: (string | number)[] = []
      for (const [method, path] of ACTS) {
        const body = method === 'POST' ? {} : undefined
        const answer = await call(method, `${LICENSES}/${id}${path}`, { token, body })
        codes.push(answer.body.error?.code ?? answer.status)
      }
      return codes
    },
    listed: async () => {
      const { body } = await call('GET', LICENSES, { token })
      return body.data.licenses.map(({ id }: { id: string }) => id) as string[]
    },
  }
}
const each = (code: string, list: readonly unknown[]) => list.map(() => code)

/** contract/00-shared-rules: the owner of a license. */
test.group('licenses of an end user: what a token reaches', () => {
  test('those of others are not there to read, and not theirs to act on', async ({ assert }) => {
    const cast = await createCast()
    const { read, act, listed } = asker(cast.customer.token)
    for (const { id } of [cast.theirs, cast.nobodys]) {
      assert.deepEqual(await read(id), each('LICENSE_NOT_FOUND', READS))
      assert.deepEqual(await act(id), each('LICENSE_NOT_OWNED', ACTS))
      assert.deepEqual((await heldBy(id)).bindings, ['one'])
    }
    assert.sameMembers(await listed(), [cast.license.id, cast.second.id])
  })

  test('another org has none of them', async ({ assert }) => {
    const cast = await createCast()
    const { read, act } = asker(cast.customer.token)
    assert.deepEqual(await read(cast.foreign.id), each('LICENSE_NOT_FOUND', READS))
    assert.deepEqual(await act(cast.foreign.id), each('LICENSE_NOT_FOUND', ACTS))
    assert.deepEqual((await heldBy(cast.foreign.id)).bindings, ['one'])
  })

  test('a token of one product reaches no license of another', async ({ assert }) => {
    const cast = await createCast()
    const { accessToken } = await signIn(cast.customer, { door: 'exchange', productId: cast.otherProduct })
    const { read, act, listed } = asker(accessToken)
    assert.deepEqual(await listed(), [cast.second.id])
    assert.deepEqual(await read(cast.second.id), [200, 200])
    for (const { id } of [cast.license, cast.theirs]) {
      assert.deepEqual(await read(id), each('LICENSE_NOT_FOUND', READS))
      assert.deepEqual(await act(id), each('LICENSE_NOT_FOUND', ACTS))
    }
    const query = `${LICENSES}?productId=${cast.merchant.productId}`
    const asked = await call('GET', query, { token: accessToken })
    assert.deepEqual(asked.body.data.licenses, [])
  })

  test('a license key reads its license alone, whoever owns it, and acts on none', async ({ assert }) => {
    const cast = await createCast()
    for (const [holder, license] of [
      [cast.customer.id, cast.license],
      [null, cast.nobodys],
    ] as const) {
      const who = { id: holder, orgId: cast.merchant.orgId }
      const { accessToken } = await signIn(who, { door: 'licenseKey', licenseId: license.id })
      const { read, act, listed } = asker(accessToken)
      assert.deepEqual(await listed(), [license.id])
      assert.deepEqual(await read(license.id), [200, 200])
      assert.deepEqual(await act(license.id), each('FORBIDDEN', ACTS))
      for (const { id } of [cast.second, cast.theirs, cast.foreign]) {
        assert.deepEqual(await read(id), each('LICENSE_NOT_FOUND', READS))
        assert.deepEqual(await act(id), each('FORBIDDEN', ACTS))
      }
      const body = { licenseKey: cast.nobodys.key }
      const redeemed = await call('POST', `${LICENSES}/redeem`, { token: accessToken, body })
      assert.equal(redeemed.body.error.code, 'FORBIDDEN')
    }
  })

  test('a ban holds on the very next call', async ({ assert }) => {
    const cast = await createCast()
    const { read, act } = asker(cast.customer.token)
    assert.deepEqual(await read(cast.license.id), [200, 200])
    await rows(db.connection(), 'update end_users set banned_at = now() where id = ?', [cast.customer.id])
    assert.deepEqual(await read(cast.license.id), each('USER_BANNED', READS))
    assert.deepEqual(await act(cast.license.id), each('USER_BANNED', ACTS))
    assert.deepEqual((await heldBy(cast.license.id)).bindings, ['one'])
  })
})
