import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import CountDownload from '#releases/actions/count_download'
import type { Artifact } from '#releases/store/artifact_columns'
import { call } from '#tests/testkit/api'
import { createCustomer, own, type Customer } from '#tests/testkit/end_users'
import { BASE } from '#tests/testkit/http'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'

/** Two end users who owned one license one after the other. In the end the license has no owner. */
async function createChain() {
  const merchant = await createMerchant()
  const [former, latter] = [await createCustomer(merchant), await createCustomer(merchant)]
  const [license] = await seedLicenses(merchant, 1)
  for (const [customer, address] of [
    [former, '192.0.2.1'],
    [latter, '192.0.2.2'],
  ] as const) {
    await own(customer, license.id)
    await use(merchant, customer, license.id, address)
  }
  await rows(db.connection(), 'update licenses set end_user_id = null where id = ?', [license.id])
  return { merchant, former, latter }
}

/** Records a download and a reset. */
async function use({ orgId, productId }: Merchant, { token }: Customer, id: string, address: string) {
  const artifact = { id: newId(), orgId, productId, releaseId: newId() } as Artifact
  await new CountDownload().execute(artifact, id)
  await rows(
    db.connection(),
    `insert into license_bindings (license_id, kind, value, first_seen_at, last_seen_at) values (?, 'IP', ?, now(), now())`,
    [id, address]
  )
  const answer = await call('POST', `/v1/enduser/licenses/${id}/reset-ip`, { token, body: {} })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
}

/** The number of downloads, activities and sign-ins in an export. */
async function countsOf(path: string, token: string) {
  const response = await fetch(BASE + path, { headers: { authorization: `Bearer ${token}` } })
  const file = JSON.parse(await response.text()) as Record<'downloads' | 'activity' | 'signIns', object[]>
  return [file.downloads.length, file.activity.length, file.signIns.length]
}

/** contract/09-end-users#96-the-merchants-side */
test.group('downloads and activity in an export', () => {
  test('are those of the person, whosever the license is by now', async ({ assert }) => {
    const { former, latter } = await createChain()
    for (const { token } of [former, latter])
      assert.deepEqual(await countsOf('/v1/enduser/me/export', token), [1, 1, 1])
  })

  test('are also those of the accounts that were merged into theirs', async ({ assert }) => {
    const { merchant, former, latter } = await createChain()
    const people = `/v1/dashboard/orgs/${merchant.orgId}/end-users`
    const body = { fromId: former.id }
    const merged = await call('POST', `${people}/${latter.id}/merge`, { token: merchant.token, body })
    assert.equal(merged.status, 200)
    assert.deepEqual(await countsOf(`${people}/${latter.id}/export`, merchant.token), [2, 2, 2])
  })
})
