import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import CountsFoldJob from '#analytics/jobs/counts_fold_job'
import { rows } from '#kernel/database/sql'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'

/** Empties the pending list of the search index; returns the number of pages of keys in it. */
async function waiting() {
  const [{ pages }] = await rows<{ pages: number }>(
    db.connection(),
    `select gin_clean_pending_list('license_search_fragments')::int as pages`
  )
  return pages
}

test.group('the search index', () => {
  test('keys of new licenses wait until a worker takes them in', async ({ client, assert }) => {
    const merchant = await createMerchant()
    await waiting()
    await seedLicenses(merchant, 100)
    assert.isAbove(await waiting(), 0)
    const [made] = await seedLicenses(merchant, 100)
    const job = await app.container.make(CountsFoldJob)
    await job.handle({}, { signal: new AbortController().signal })
    assert.equal(await waiting(), 0)
    const found = await client
      .get(`/v1/dashboard/orgs/${merchant.orgId}/licenses`)
      .qs({ search: made.key.slice(6) })
      .bearerToken(merchant.token)
    assert.deepEqual(
      found.body().data.licenses.map(({ id }: { id: string }) => id),
      [made.id]
    )
  })
})
