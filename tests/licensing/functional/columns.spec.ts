import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { shownFields } from '#licensing/http/shown_fields'
import { toFullLicense } from '#licensing/http/license_transformer'
import ReadLicense from '#licensing/queries/read_license'
import { exported, fieldsIn, licenseJson, listed, selected } from '#licensing/store/column_sql'
import {
  exportFields,
  importFields,
  LICENSE_COLUMNS,
  type Column,
  type Columns,
} from '#licensing/store/columns'
import { rows } from '#kernel/database/sql'
import { FACTS_SQL, FactRow } from '#runtime/queries/fact_rows'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'

/** The names that Postgres uses for the types of the table. */
const TYPES: Record<Exclude<Column['type'], 'flag' | 'tier'>, string> = {
  uuid: 'uuid',
  text: 'text',
  int: 'integer',
  bigint: 'bigint',
  timestamptz: 'timestamp with time zone',
  jsonb: 'jsonb',
}

const TABLE: Columns = LICENSE_COLUMNS

/** A field that does not exist. */
const seats: Column = {
  name: 'seats_left',
  type: 'int',
  in: ['state', 'change', 'new', 'attribute', 'read'],
  answer: 'list',
  export: 99,
  import: 'fields',
}
const withSeats: Columns = { ...TABLE, seats }

test.group('The table of license columns', () => {
  test('names every column of the database, with its type', async ({ assert }) => {
    const stored = await rows<{ name: string; type: string }>(
      db.connection(),
      `select column_name as name, data_type as type from information_schema.columns
       where table_schema = current_schema() and table_name = 'licenses'`
    )
    const known = Object.values(TABLE).flatMap(({ name, type }) =>
      type === 'flag' || type === 'tier' ? [] : [{ name, type: TYPES[type] }]
    )
    const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)
    assert.deepEqual(known.sort(byName), stored.sort(byName))
  })

  test('gives each column of an export a place of its own', ({ assert }) => {
    const places = exportFields().map((field) => TABLE[field].export)
    assert.deepEqual(
      places,
      places.map((_, at) => at + 1)
    )
    assert.includeMembers(exportFields(), importFields())
  })

  test('is all that a new field needs to be read, written, shown, exported and imported', ({ assert }) => {
    for (const part of seats.in) {
      assert.include(fieldsIn(part, withSeats), 'seats', part)
      assert.include(
        selected(fieldsIn(part, withSeats), 'l.', withSeats),
        'l.seats_left as "seats"',
        `selected for ${part}`
      )
    }
    assert.include(listed(withSeats), 'l.seats_left as "seats"')
    assert.include(licenseJson(withSeats), `'seats', l.seats_left`)
    for (const format of ['csv', 'json'] as const) {
      assert.isTrue(exported(format, withSeats).endsWith('l.seats_left as "seats"'), format)
    }
    assert.include(importFields(withSeats), 'seats')
    assert.equal(shownFields('list', { seats: 5 }, { seats }).seats, 5)
  })

  test('keeps the order of the fields of a full read', async ({ assert }) => {
    const merchant = await createMerchant()
    const [{ id }] = await seedLicenses(merchant, 1)
    const now = Date.now()
    const read = await new ReadLicense().execute(merchant.scope, id)
    assert.deepEqual(Object.keys(toFullLicense(read!, now, { owner: true })), [
      ...[
        'id',
        'key',
        'productId',
        'tier',
        'status',
        'expiresAt',
        'expiresAfterDays',
        'activatedAt',
        'createdAt',
      ],
      ...['endUserId', 'endUserUsername', 'endUserEmail', 'expirationMode', 'frozen', 'frozenAt'],
      ...['frozenDaysRemaining', 'maxHwidResets', 'hwidResetCount', 'ipResetCount', 'policyOverride'],
      ...['effectivePolicy', 'features', 'ownFeatures', 'tierId', 'revision', 'metadata'],
      ...['updatesUntil', 'maxVersion', 'channels'],
      ...['effectiveExpiresAt', 'bindings', 'sessions'],
    ])
  })

  test('agrees with the facts of authorize, whose statement is written by hand', ({ assert }) => {
    const cells = Array.from({ length: FactRow.length }, (_, at) => at)
    const facts = Object.keys(new FactRow(...(cells as unknown as ConstructorParameters<typeof FactRow>)))
    const state = fieldsIn('state').filter((field) => field !== 'orgId' && field !== 'key')
    assert.deepEqual(facts.slice(1, 1 + state.length), state)
    const columns = state.map((field) => LICENSE_COLUMNS[field].name)
    const listed = [...FACTS_SQL.slice(0, FACTS_SQL.indexOf('p.policy')).matchAll(/\bl\.(\w+)/g)]
    assert.deepEqual(
      listed.map(([, name]) => name),
      [...columns, 'metadata']
    )
  })
})
