import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { rows } from '#kernel/database/sql'
import { drawingBelow, drawingsOf, relationsOf, statesOf, tablesOf } from '#tests/testkit/drawings'
import { textOf } from '#tests/testkit/project_files'

const schema = async () => drawingsOf(await textOf('docs/schema.md'))

test.group('the drawing of the schema', () => {
  test('shows every table of the migrated database', async ({ assert }) => {
    const stored = await rows<{ name: string }>(
      db.connection(),
      `select table_name as name from information_schema.tables
       where table_schema = 'public' and table_name not like 'adonis_schema%'`
    )
    const drawn = new Set((await schema()).flatMap(tablesOf))
    assert.sameMembers(
      [...drawn],
      stored.map(({ name }) => name)
    )
  })

  test('shows every foreign key as a solid line, and no other', async ({ assert }) => {
    const keys = await rows<{ key: string }>(
      db.connection(),
      `select format('%s.%s -> %s', c.conrelid::regclass, a.attname, c.confrelid::regclass) as key
       from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
       where c.contype = 'f' and c.connamespace = 'public'::regnamespace`
    )
    const solid = (await schema()).flatMap(relationsOf).filter(({ enforced }) => enforced)
    assert.sameMembers(
      solid.map(({ parent, child, column }) => `${child}.${column} -> ${parent}`),
      keys.map(({ key }) => key)
    )
  })

  test('draws dotted lines along columns that exist', async ({ assert }) => {
    const columns = await rows<{ name: string }>(
      db.connection(),
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public'`
    )
    const dotted = (await schema()).flatMap(relationsOf).filter(({ enforced }) => !enforced)
    assert.isNotEmpty(dotted)
    assert.includeMembers(
      columns.map(({ name }) => name),
      dotted.map(({ child, column }) => `${child}.${column}`)
    )
  })
})

test.group('the drawing of the states', () => {
  for (const [heading, table] of [
    ['License', 'licenses'],
    ['Operation', 'operations'],
    ['Delivery', 'webhook_deliveries'],
    ['Ticket', 'tickets'],
  ]) {
    test(`shows the statuses that the table ${table} takes`, async ({ assert }) => {
      const checks = await rows<{ statuses: string[] }>(
        db.connection(),
        `select array(select m[1] from regexp_matches(pg_get_constraintdef(oid), '''(\\w+)''', 'g') m) as statuses
         from pg_constraint where conrelid = ?::regclass and conname = ?`,
        [table, `${table}_status_check`]
      )
      assert.lengthOf(checks, 1)
      const drawing = drawingBelow(await textOf('docs/states.md'), heading, 'stateDiagram')
      assert.sameMembers(checks[0].statuses, statesOf(drawing))
    })
  }
})
