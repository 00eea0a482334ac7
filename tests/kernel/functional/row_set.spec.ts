import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import fc from 'fast-check'
import { parseJson } from '#kernel/json/json'
import { rowSet, type RowColumn } from '#kernel/database/row_set'
import { millis, rows } from '#kernel/database/sql'

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000_000)

const text = fc.oneof(
  fc.constant('same'),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('null', '{,}', '"\\')
)
const object = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.constant(null)), {
  noNullPrototype: true,
})
const row = fc.record({
  text: fc.option(text),
  int: fc.option(fc.integer({ min: -5, max: 5 })),
  big: fc.maxSafeNat(),
  at: fc.option(fc.integer({ min: -1e12, max: 250_000_000_000_000 })),
  data: fc.option(object),
})
type Row = { text: string | null; int: number | null; big: number; at: number | null; data: object | null }

/** True if Postgres can store the row. The service refuses other values before they come this far. */
function storable({ text, data }: Row): boolean {
  return !JSON.stringify([text, data]).includes('\\u0000')
}

/** A JSON null in a column would be read as no value, so documents are read as text. */
async function read(made: Row[]): Promise<Row[]> {
  const column = (name: keyof Row, type: RowColumn['type']) => ({
    name,
    type,
    values: made.map((one) => one[name]),
  })
  const set = rowSet([
    { name: 'id', type: 'int', values: made.map((_, at) => at) },
    column('text', 'text'),
    column('int', 'int'),
    column('big', 'bigint'),
    column('at', 'timestamptz'),
    column('data', 'jsonb'),
  ])
  const [id, ...columns] = set.columns
  const named = ['text', 'int', 'big', 'at', 'data'].map((name, at) => `${columns[at]} as "${name}"`)
  const found = await rows<Row & { data: string | null }>(
    db.connection(),
    `select text, int, big::float8 as big, ${millis('at')}, data::text
     from (select ${id} as id, ${named.join(', ')} from ${set.from}) r order by id`,
    set.values
  )
  return found.map((one) => ({ ...one, data: one.data === null ? null : (parseJson(one.data) ?? 'null') }))
}

test.group('sets of rows', () => {
  test(`Postgres reads what was given (SEED=${SEED})`, async ({ assert }) => {
    const made = fc.array(row.filter(storable), { maxLength: 6 })
    for (const given of fc.sample(made, { numRuns: 150, seed: SEED }))
      assert.deepEqual(await read(given), given)
    const same = { text: null, int: null, big: 0, at: null, data: null }
    assert.deepEqual(await read([same, same]), [same, same])
    assert.deepEqual(await read([]), [])
  })
})
