import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { postImport } from '#tests/testkit/upload'

/** Imports a CSV text that may change licenses, and waits for the end. */
async function update(merchant: Merchant, csv: string, more = '') {
  const query = `productId=${merchant.productId}&onConflict=update${more}`
  const started = await postImport(merchant, csv, 'text/csv', { query })
  return runToEnd(started.body.data.operation.id)
}

async function newestEvents({ token }: Merchant, id: string) {
  const path = `/v1/dashboard/licenses/${id}/events`
  return (await call('GET', path, { token })).body.data.events as { type: string; data: object }[]
}

/** contract#import */
test.group('import that updates attributes', () => {
  test('the timeline keeps the values before it', async ({ assert }) => {
    const merchant = await createMerchant()
    const had = { maxHwidResets: 1, metadata: { plan: 'silver' }, policyOverride: { hwidLimit: 2 } }
    const [one] = await seedLicenses(merchant, 1, had)
    const csv = [
      'key,status,expirationMode,expiresAt,maxHwidResets,metadata.plan,policyOverride',
      `${one.key},REVOKED,fixed,2099-01-01,7,gold,"{""hwidLimit"":5}"`,
    ].join('\n')
    await update(merchant, csv)
    const [revoked, updated] = await newestEvents(merchant, one.id)
    assert.containSubset(updated, { type: 'license.updated' })
    const before = { expirationMode: 'never', expiresAt: null, ...had }
    assert.deepEqual(updated.data, { before })
    assert.deepEqual(revoked.data, { before: { status: 'ACTIVE' } })
  })
})
