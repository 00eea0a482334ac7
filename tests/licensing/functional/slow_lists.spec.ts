import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import pg from 'pg'
import { databaseUrl } from '#kernel/database/datastores'
import { BASE } from '#tests/testkit/http'
import { FAMILIES, familyOf } from '#tests/testkit/families'
import { createMerchant } from '#tests/testkit/merchant'
import { until } from '#tests/testkit/wait'

/** As many lists as of `FairScansMiddleware` that one org may have read at a time. */
const OWN = 4
const WAITING = `select count(*)::int as count from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like '%license_search%'`

/**
 * Makes every search for a fragment wait for a lock, as it would for a very large table. The connections are not those
 * of the service.
 */
async function slowSearches(cleanup: TestContext['cleanup']) {
  const [locks, looks] = [0, 1].map(() => new pg.Client({ connectionString: databaseUrl() }))
  for (const client of [locks, looks]) {
    await client.connect()
    cleanup(() => client.end())
  }
  await locks.query('begin')
  await locks.query('lock table license_search in access exclusive mode')
  return {
    searches: async () => (await looks.query<{ count: number }>(WAITING)).rows[0].count,
    letGo: () => locks.query('rollback'),
  }
}

/** Calls lists; `ended` has the status of each call that was answered. */
function caller(headers: Record<string, string>) {
  const ended: number[] = []
  const call = async (path: string) => {
    const { status } = await fetch(BASE + path, { headers })
    ended.push(status)
    return status
  }
  return { ended, call }
}

test.group('lists that the database needs long for', () => {
  test('of one org do not take the connections of another: {$self}')
    .with(FAMILIES)
    .run(async ({ assert, cleanup }, name) => {
      const [slow, other] = await Promise.all([createMerchant(), createMerchant()])
      const [mine, theirs] = await Promise.all([familyOf(name, slow), familyOf(name, other)])
      const { searches, letGo } = await slowSearches(cleanup)
      const { ended, call } = caller(mine.headers)
      const flood = Array.from({ length: 30 }, () => call(`${mine.licenses}?search=ABC`))
      await until('the searches', async () => (await searches()) >= OWN)
      assert.equal(await caller(theirs.headers).call(theirs.licenses), 200)
      assert.deepEqual(ended, [])
      assert.equal(await searches(), OWN)
      await letGo()
      await Promise.all(flood)
      assert.deepEqual(new Set(ended), new Set([200]))
    })
})
