import { extname } from 'node:path'
import { BaseSchema } from '@adonisjs/lucid/schema'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { migrate } from '#kernel/database/schema'
import { rows } from '#kernel/database/sql'
import { explanationOf } from '#kernel/refusals/explanations'
import { textOf } from '#tests/testkit/project_files'

const LAST = 'database/migrations/1790000001820_keep_pairs_of_rotated_keys'

const migrated = async () => {
  const found = await rows<{ name: string }>(db.connection(), 'select name from adonis_schema order by name')
  return found.map(({ name }) => name)
}

/** Makes the database look as if a preview had run `count` migrations; only the last name matters. */
async function pretend(count: number, last = LAST) {
  await rows(db.connection(), 'delete from adonis_schema')
  await rows(
    db.connection(),
    `insert into adonis_schema (name, batch)
       select 'database/migrations/1790000000000_' || n, 1 from generate_series(2, ?) n union all select ?, 1`,
    [count, last]
  )
}

const carryOver = async () => /```sql\n(.*?)```/s.exec(await textOf('docs/upgrading.md'))![1]

/** Reverts a migration that a preview did not have. */
async function undo(name: string) {
  const file = new URL(`../../../${name}${extname(import.meta.url)}`, import.meta.url)
  const { default: Migration } = (await import(file.href)) as { default: typeof BaseSchema }
  await db.transaction((trx) => new Migration(trx, name, false).execDown())
}

test.group('the database of a preview', (group) => {
  let names: string[] = []
  group.setup(async () => {
    names = await migrated()
  })
  group.each.teardown(async () => {
    await rows(db.connection(), 'delete from adonis_schema')
    await rows(
      db.connection(),
      'insert into adonis_schema (name, batch) select name, 1 from unnest(?::text[]) name',
      [names]
    )
  })

  test('is refused with the place that says how to continue, and nothing in it changes', async ({
    assert,
  }) => {
    await pretend(35)
    const before = await migrated()
    const error = await migrate().then(
      () => null,
      (thrown: unknown) => thrown
    )
    assert.match(explanationOf(error)!, /docs\/upgrading\.md, "The database of a preview"/)
    assert.include(await textOf('docs/upgrading.md'), '\n### The database of a preview\n')
    assert.deepEqual(await migrated(), before)
  })

  test('of the last one is carried over by the statement of the guide', async ({ assert }) => {
    const guide = await carryOver()
    for (const name of names.toReversed()) {
      if (!guide.includes(name.replace('database/migrations/', ''))) await undo(name)
    }
    await pretend(35)
    await rows(db.connection(), guide)
    await migrate()
    assert.deepEqual(await migrated(), names)
  })

  for (const [which, count, last] of [
    ['an older preview', 34, 'database/migrations/1790000001810_keep_audit_trails_of_deleted_orgs'],
    ['a preview that lacks a migration', 34, LAST],
  ] as const) {
    test(`of ${which} is not carried over`, async ({ assert }) => {
      await pretend(count, last)
      const before = await migrated()
      const sql = await carryOver()
      await assert.rejects(() => rows(db.connection(), sql), /not a database of the last preview/)
      assert.deepEqual(await migrated(), before)
    })
  }

  test('that is current already is not touched by the statement of the guide', async ({ assert }) => {
    const sql = await carryOver()
    await assert.rejects(() => rows(db.connection(), sql), /not a database of the last preview/)
    assert.deepEqual(await migrated(), names)
  })
})
