import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import ListLicenses from '#licensing/queries/list_licenses'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'

const ids = (licenses: { id: string }[]) => licenses.map(({ id }) => id)

/** contract#license-lists */
test('numbered pages of every size hold the list once, from both ends, and lead on by their cursors', async ({
  assert,
}) => {
  const merchant = await createMerchant()
  await seedLicenses(merchant, 11)
  const list = await app.container.make(ListLicenses)
  for (const sort of ['createdAt', '-createdAt'] as const) {
    for (const search of [undefined, 'key-']) {
      const read = async (asked: { page?: number; pageSize: number; cursor?: string }) => {
        const answer = await list.execute(merchant.scope, { page: 1, sort, search, ...asked })
        return { found: ids(answer.licenses), nextCursor: answer.nextCursor }
      }
      const { found: whole } = await read({ pageSize: 50 })
      assert.lengthOf(whole, 11)
      for (let pageSize = 1; pageSize <= 12; pageSize++) {
        for (let page = 1; page <= 12; page++) {
          const { found, nextCursor } = await read({ page, pageSize })
          const end = page * pageSize
          assert.deepEqual(found, whole.slice(end - pageSize, end))
          assert.equal(nextCursor === null, end >= 11)
          if (!nextCursor) continue
          const next = await read({ pageSize, cursor: nextCursor })
          assert.deepEqual(next.found, whole.slice(end, end + pageSize))
        }
      }
    }
  }
})
