import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import fc from 'fast-check'
import { effectiveExpiresAt, sweepAt } from '#licensing/rules/expiry_clock'
import type { LicenseState } from '#licensing/rules/license'
import { licenseWhere, type LicenseFilter } from '#licensing/queries/license_filter'
import { lockLicenses, writeChanges } from '#licensing/store/license_ledger'
import { millis, rows } from '#kernel/database/sql'
import { MAX_TIMESTAMP } from '#kernel/time/timestamps'
import { birth, born, doStep, step } from '#tests/testkit/license_steps'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000_000)
const START = Date.now() - 400 * 86_400_000

/** The final state of a random life, and its moment. */
const life = fc.tuple(birth, fc.array(step, { maxLength: 20 })).map(([made, steps]) => {
  let now = START
  let state = born(made, now)
  for (const one of steps) {
    now += one.wait
    state = doStep(state, one, now) ?? state
  }
  return { state, now }
})

test.group('the clock in the database', () => {
  test(`what is written is read back, and SQL knows the same expiry (SEED=${SEED})`, async ({ assert }) => {
    const merchant = await createMerchant()
    const lives = fc.sample(life, { numRuns: 80, seed: SEED })
    const seeded = await seedLicenses(merchant, lives.length)
    const states = lives.map(({ state }, at) => {
      const { id, orgId, productId, key } = seeded[at]
      return { ...state, id, orgId, productId, key, revision: 2 }
    })
    await write(merchant, seeded.map(plain), states)
    const now = Math.max(...lives.map((one) => one.now))
    const read = await db.transaction((trx) =>
      lockLicenses(
        trx,
        merchant.scope,
        states.map(({ id }) => id)
      )
    )
    assert.deepEqual(sorted(read), sorted(states))
    for (const state of states) {
      const limit = effectiveExpiresAt(state, now)
      assert.equal(await expiresBefore(merchant, state.id, (limit ?? now) + 1, now), limit !== null)
      assert.isFalse(
        await expiresBefore(merchant, state.id, limit ?? now, now),
        JSON.stringify({ state, now })
      )
    }
  })

  test('nothing expires after the end of the calendar, not even what is frozen', async ({ assert }) => {
    const merchant = await createMerchant()
    const now = Date.now()
    const end = { expirationMode: 'fixed', expiresAt: MAX_TIMESTAMP } as const
    const [license] = await seedLicenses(merchant, 1, { ...end, frozenAt: now - 1000 })
    const count = (expiresAfter: number) => countOf(merchant, license.id, { expiresAfter }, now)
    assert.deepEqual(
      [effectiveExpiresAt(plain(license), now), await count(MAX_TIMESTAMP - 1), await count(MAX_TIMESTAMP)],
      [MAX_TIMESTAMP, 1, 0]
    )
  })

  test(`a reminder may come early, never late (SEED=${SEED})`, async ({ assert }) => {
    const merchant = await createMerchant()
    const lives = fc.sample(life, { numRuns: 60, seed: SEED })
    let states = (await seedLicenses(merchant, lives.length)).map(plain)
    for (let times = 0; times < 6; times++) {
      const next = states.map((before, at) => {
        const { id, orgId, productId, key, revision, expiresAt } = before
        const { state } = lives[(at + times * 7) % lives.length]
        const moved = { ...before, expiresAt: expiresAt && expiresAt + (at % 2 === 0 ? 1000 : -1000) }
        return { ...(times % 2 === 0 ? state : moved), id, orgId, productId, key, revision: revision + 1 }
      })
      // One by one as well as together, because the columns left out of a statement depend on the other rows of the
      // set.
      if (times < 3) await write(merchant, states, next)
      else for (const [at, one] of next.entries()) await write(merchant, [states[at]], [one])
      states = next
      const reminders = await remindersOf(merchant)
      for (const state of states) {
        const needs = sweepAt(state)
        if (needs !== null) assert.isAtMost(reminders.get(state.id) ?? Infinity, needs, JSON.stringify(state))
      }
    }
  })
})

async function remindersOf({ orgId }: Merchant) {
  const found = await rows<{ id: string; at: number | null }>(
    db.connection(),
    `select id, ${millis('sweep_at', 'at')} from licenses where org_id = ?`,
    [orgId]
  )
  return new Map(found.map(({ id, at }) => [id, at]))
}

function write(merchant: Merchant, before: LicenseState[], after: LicenseState[]) {
  const changes = after.map((state, at) => ({
    before: before[at],
    after: state,
    event: 'license.updated' as const,
    payload: null,
  }))
  return db.transaction((trx) => writeChanges(trx, changes, { actor: merchant.scope.actor, now: START }))
}

async function expiresBefore(merchant: Merchant, id: string, moment: number, now: number) {
  return (await countOf(merchant, id, { expiresBefore: moment }, now)) === 1
}

async function countOf(merchant: Merchant, id: string, filter: LicenseFilter, now: number) {
  const where = licenseWhere(merchant.scope, filter, now)
  const found = await rows(db.connection(), `select 1 from licenses l where ${where.sql} and l.id = ?`, [
    ...where.values,
    id,
  ])
  return found.length
}

function plain(
  license: LicenseState & { metadata: unknown; policyOverride: unknown; maxHwidResets: unknown }
) {
  const { metadata: _metadata, policyOverride: _override, maxHwidResets: _resets, ...state } = license
  return state
}

function sorted(states: LicenseState[]) {
  return states.toSorted((a, b) => a.id.localeCompare(b.id))
}
