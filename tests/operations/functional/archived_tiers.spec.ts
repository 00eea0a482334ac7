import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { createTier } from '#tests/testkit/tiers'
import { postImport } from '#tests/testkit/upload'

async function scene() {
  const merchant = await createMerchant()
  const old = await createTier(merchant, { code: 'old' })
  const [inside] = await seedLicenses(merchant, 1, { tierId: old.id })
  const [outside] = await seedLicenses(merchant, 1)
  const send = (method: string, path: string, body?: object) =>
    call(method, `/v1/dashboard/${path}`, { token: merchant.token, body })
  const archive = () => send('PATCH', `tiers/${old.id}`, { archived: true })
  return { merchant, old, inside, outside, send, archive }
}

/** contract/17-tiers */
test.group('an archived tier', () => {
  test('gets no license by an update of an import, and keeps those that it has', async ({ assert }) => {
    const { merchant, inside, outside, archive } = await scene()
    await archive()
    const csv = `key,tier,maxHwidResets\n${inside.key},old,4\n${outside.key},old,4\nNEW-1,old,4\n`
    for (const more of ['&dryRun=true', '']) {
      const query = `productId=${merchant.productId}&onConflict=update${more}`
      const started = await postImport(merchant, csv, 'text/csv', { query })
      const done = await runToEnd(started.body.data.operation.id)
      // Exports name archived tiers, so a new license can have one.
      assert.containSubset(done, { succeeded: 2, failed: 1, result: { failedBy: { CONFLICT: 1 } } })
    }
  })

  test('gets no license by a set-tier whose dry run is older than the archiving', async ({ assert }) => {
    const { merchant, old, send, archive } = await scene()
    const org = `orgs/${merchant.orgId}`
    const tried = await send('POST', `${org}/licenses/set-tier`, { tierId: old.id, filter: {}, dryRun: true })
    const { id } = await runToEnd(tried.body.data.operation.id)
    await archive()
    const applied = await send('POST', `${org}/operations/${id}/apply`)
    const done = await runToEnd(applied.body.data.operation.id)
    const result = { failedBy: { CONFLICT: 1 }, skippedBy: { ALREADY_IN_TIER: 1 } }
    assert.containSubset(done, { succeeded: 0, skipped: 1, failed: 1, result })
  })

  test('gets its licenses back from an undo', async ({ assert }) => {
    const { merchant, inside, send, archive } = await scene()
    const org = `orgs/${merchant.orgId}`
    const body = { tierId: null, licenseIds: [inside.id] }
    const moved = await send('POST', `${org}/licenses/set-tier`, body)
    const { id } = await runToEnd(moved.body.data.operation.id)
    await archive()
    const undone = await send('POST', `${org}/operations/${id}/undo`)
    assert.containSubset(await runToEnd(undone.body.data.operation.id), { succeeded: 1 })
  })
})
