import { test } from '@japa/runner'
import fc from 'fast-check'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { uuidArray } from '#kernel/database/uuid_array'

test.group('UUIDs as an array in binary form', () => {
  test('are to Postgres what their texts are, in their order', async ({ assert }) => {
    const seed = Date.now() % 2 ** 31
    const lists = fc.array(fc.uuid(), { minLength: 1, maxLength: 50 })
    await fc.assert(
      fc.asyncProperty(lists, async (ids) => {
        // A message between threads turns a buffer into plain bytes.
        const bytes = structuredClone(uuidArray(ids))
        const [read] = await rows<{ ids: string[] }>(db.connection(), 'select ?::uuid[]::text[] as ids', [
          bytes,
        ])
        assert.deepEqual(read.ids, ids, `seed ${seed}`)
      }),
      { seed, numRuns: 20 }
    )
  })
})
