import { test } from '@japa/runner'
import CountLicenses from '#licensing/queries/count_licenses'
import ListLicenses from '#licensing/queries/list_licenses'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'

/** Counts, and then another caller creates a license before the page is read. */
class CountedBefore extends CountLicenses {
  constructor(readonly merchant: Merchant) {
    super()
  }

  override async execute(...asked: Parameters<CountLicenses['execute']>) {
    const total = await super.execute(...asked)
    await seedLicenses(this.merchant, 1)
    return total
  }
}

/** contract#license-lists */
test.group('a list of licenses while licenses are created', () => {
  test('has every license that existed before: {$self}')
    .with(['of the whole org', 'of one page exactly', 'of a filter that counts rows'] as const)
    .run(async ({ assert }, which) => {
      const merchant = await createMerchant()
      const made = await seedLicenses(merchant, 3)
      const list = new ListLicenses(new CountedBefore(merchant))
      const search = which === 'of a filter that counts rows' ? 'key-' : undefined
      const query = {
        sort: '-createdAt',
        page: 1,
        pageSize: which === 'of one page exactly' ? 3 : 50,
      } as const
      const seen: string[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const page = await list.execute(merchant.scope, { ...query, search, cursor })
        seen.push(...page.licenses.map(({ id }) => id))
        cursor = page.nextCursor
      }
      assert.includeMembers(
        seen,
        made.map(({ id }) => id)
      )
      assert.lengthOf(new Set(seen), seen.length)
    })
})
