import { test } from '@japa/runner'
import fc from 'fast-check'
import { effectiveExpiresAt, relativeLimit } from '#licensing/rules/expiry_clock'
import type { LicenseState } from '#licensing/rules/license'
import type { ImportRow } from '#operations/transfer/import_row'
import { importSteps } from '#operations/transfer/import_steps'
import { importedState } from '#operations/transfer/imported_license'
import { readImportRow } from '#operations/transfer/read_import_row'
import { rowMessage } from '#operations/transfer/row_problem'
import { birth, born, doStep, step } from '#tests/testkit/license_steps'

const DAY = 86_400_000
const START = Date.parse('2026-01-01T00:00:00.000Z')
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000_000)

/** The row of an export with the values of its columns. */
function exported(state: LicenseState): Map<string, unknown> {
  const iso = (at: number | null) => (at === null ? '' : new Date(at).toISOString())
  const cells = {
    key: 'KEY-1',
    status: state.status,
    expirationMode: state.expirationMode,
    expiresAt: iso(state.expiresAt),
    expiresAfterDays: state.expiresAfterDays === null ? '' : String(state.expiresAfterDays),
    activatedAt: iso(state.activatedAt),
    frozen: String(state.frozenAt !== null),
    frozenAt: iso(state.frozenAt),
    suspendedAt: iso(state.suspendedAt),
    pausedSince: iso(state.pausedSince),
    pausedMs: String(state.pausedMs),
  }
  return new Map(Object.entries(cells))
}

function rowOf(record: Map<string, unknown>, now: number): ImportRow {
  const read = readImportRow(record, now)
  if (!read.allow) throw new Error(rowMessage(read.reason))
  return read.row
}

/** A license after a random life, and the moment of its last change. */
const lived = fc.tuple(birth, fc.array(step, { maxLength: 20 })).map(([made, life]) => {
  let now = START
  let state = born(made, now)
  for (const one of life) {
    now += one.wait
    state = doStep(state, one, now) ?? state
  }
  return { state, now }
})

test.group('an export of a license', () => {
  test(`imports as the license that it was, and is no change of it (SEED=${SEED})`, ({ assert }) => {
    fc.assert(
      fc.property(lived, fc.nat(30 * DAY), ({ state, now }, later) => {
        const row = rowOf(exported(state), now + later)
        assert.isNull(row.notNew)
        const { id: _1, orgId: _2, productId: _3, key: _4, revision: _5, tierId: _6, ...carried } = state
        assert.deepEqual(importedState(row, now + later), carried)
        assert.deepEqual(importSteps(state, row, [], now + later), { allow: true, steps: [] })
      }),
      { numRuns: 2000, seed: SEED }
    )
  })

  test('of an earlier version may be EXPIRED and frozen: the import ends the freeze', ({ assert }) => {
    const record = new Map<string, unknown>([
      ...exported({ ...born({ status: 'ACTIVE', mode: 'fixed', fixedIn: DAY, days: 1 }, START) }),
      ['status', 'EXPIRED'],
      ['frozen', 'true'],
      ['frozenAt', new Date(START + 2 * DAY).toISOString()],
      ['pausedSince', new Date(START + 2 * DAY).toISOString()],
    ])
    const state = importedState(rowOf(record, START + 5 * DAY), START + 5 * DAY)
    assert.containSubset(state, { status: 'EXPIRED', frozenAt: null, pausedSince: null })
    assert.equal(state.expiresAt, START + 4 * DAY)
  })
})

test('a key that is no text says so; a text says its form: {0}')
  .with([
    [12345, 'key 12345 must be a text'],
    [{ a: 1 }, 'key an object must be a text'],
    ['X', /^key "X": it must have 4 to 128 letters/],
  ] as [unknown, string | RegExp][])
  .run(({ assert }, [key, message]) => {
    const read = readImportRow(new Map([['key', key]]), START)
    const said = read.allow ? '' : rowMessage(read.reason)
    if (typeof message === 'string') assert.equal(said, message)
    else assert.match(said, message)
  })

test('a row that freezes from now on makes no license whose limit is past: {$self}')
  .with([
    { status: 'ACTIVE', expiresAt: -1 },
    { status: 'SUSPENDED', expiresAt: -1 },
    { status: 'ACTIVE', expiresAfterDays: 1, activatedAt: -2 },
  ])
  .run(({ assert }, { status, expiresAt, expiresAfterDays = '', activatedAt }) => {
    const at = (day?: number) => (day === undefined ? '' : new Date(START + day * DAY).toISOString())
    const cells = { key: 'KEY-1', status, frozen: 'true', expiresAfterDays: String(expiresAfterDays) }
    const record = new Map(
      Object.entries({ ...cells, expiresAt: at(expiresAt), activatedAt: at(activatedAt) })
    )
    const read = rowOf(record, START)
    assert.deepEqual(read.notNew, { reason: 'not-freezable', status: 'EXPIRED' })
    // The row can still change a license, and a freeze of the past is judged by its own moment.
    for (const field of ['frozenAt', 'pausedSince']) {
      assert.equal(rowOf(new Map([...record, ['frozenAt', at(-3)], [field, at(-3)]]), START).notNew, null)
    }
    assert.equal(rowOf(new Map([...record, ['frozen', '']]), START).notNew, null)
  })

test.group('a hand-made row that is frozen and suspended', () => {
  test('credits the freeze alone to the fixed limit, and both to the relative one', ({ assert }) => {
    const at = (day: number) => new Date(START + day * DAY).toISOString()
    const record = new Map<string, unknown>([
      ['key', 'KEY-1'],
      ['status', 'SUSPENDED'],
      ['expiresAt', at(100)],
      ['expiresAfterDays', '50'],
      ['activatedAt', at(0)],
      ['frozen', 'true'],
      ['suspendedAt', at(10)],
      ['frozenAt', at(30)],
    ])
    const now = START + 40 * DAY
    const state = importedState(rowOf(record, now), now)
    assert.equal(effectiveExpiresAt({ ...state, expirationMode: 'fixed' }, now), START + 110 * DAY)
    assert.equal(relativeLimit(state, now), START + 80 * DAY)
  })
})
