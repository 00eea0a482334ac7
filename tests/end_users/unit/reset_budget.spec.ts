import { test } from '@japa/runner'
import fc from 'fast-check'
import { DAY } from '#kernel/time/millis'
import { DEFAULT_POLICY } from '#catalog/rules/policy'
import { allowanceOf, budgetOf, countedAfter, type ResetAllowance } from '#end_users/rules/reset_budget'
import { usageAmong } from '#tests/testkit/reset_usage'

const START = Date.UTC(2027, 0, 1)
const allowances: fc.Arbitrary<ResetAllowance> = fc.record({
  limit: fc.integer({ min: 0, max: 5 }),
  windowDays: fc.option(fc.integer({ min: 1, max: 40 })),
})
/** Pauses between attempts, in milliseconds. */
const pauses = fc.array(fc.integer({ min: 0, max: 20 * DAY }), { maxLength: 60 })

/** Makes attempts after these pauses; each one resets if the budget allows it. */
function attempt(allowance: ResetAllowance, after: number[]) {
  const taken: number[] = []
  let now = START
  for (const pause of after) {
    now += pause
    if (budgetOf(allowance, usageAmong(taken, allowance, now)).remaining > 0) taken.push(now)
  }
  return { taken, now }
}

test.group('the budget of self-service resets', () => {
  test('never lets more through within a window than the limit', ({ assert }) => {
    fc.assert(
      fc.property(allowances, pauses, (allowance, after) => {
        const { taken } = attempt(allowance, after)
        for (const at of taken) {
          const since = countedAfter(allowance, at) ?? -Infinity
          const within = taken.filter((one) => one > since && one <= at)
          assert.isAtMost(within.length, allowance.limit)
        }
      })
    )
  })

  test('used and remaining add up to the limit, unless the limit was lowered', ({ assert }) => {
    fc.assert(
      fc.property(allowances, pauses, fc.nat(5), (allowance, after, lowered) => {
        const { taken, now } = attempt(allowance, after)
        const budget = budgetOf(allowance, usageAmong(taken, allowance, now))
        assert.equal(budget.used + budget.remaining, allowance.limit)
        const lower = { ...allowance, limit: Math.min(lowered, allowance.limit) }
        const less = budgetOf(lower, usageAmong(taken, lower, now))
        assert.equal(less.remaining, Math.max(0, lower.limit - less.used))
      })
    )
  })

  test('the next one is free at nextAt and none a millisecond before', ({ assert }) => {
    fc.assert(
      fc.property(allowances, pauses, fc.nat(5), (allowance, after, lowered) => {
        const { taken, now } = attempt(allowance, after)
        const lower = { ...allowance, limit: Math.min(lowered, allowance.limit) }
        const left = (at: number) => budgetOf(lower, usageAmong(taken, lower, at)).remaining
        const { nextAt, remaining } = budgetOf(lower, usageAmong(taken, lower, now))
        if (nextAt === null) {
          const never = lower.limit === 0 || lower.windowDays === null
          assert.isTrue(remaining > 0 || never)
          return
        }
        assert.isAbove(nextAt, now)
        // Resets of the same millisecond leave the window together.
        const counted = taken.toSorted((one, other) => other - one).slice(0, lower.limit)
        const together = counted.filter((at) => at === counted.at(-1)).length
        assert.deepEqual([left(nextAt - 1), left(nextAt)], [0, together])
      })
    )
  })

  test('resets of one millisecond come back together', ({ assert }) => {
    const allowance = { limit: 2, windowDays: 1 }
    const left = (at: number) => budgetOf(allowance, usageAmong([START, START], allowance, at))
    assert.containSubset(left(START + 2), { remaining: 0, nextAt: START + DAY })
    assert.containSubset(left(START + DAY), { used: 0, remaining: 2, nextAt: null })
  })

  test('for life nothing comes back', ({ assert }) => {
    const allowance = { limit: 2, windowDays: null }
    const budget = budgetOf(allowance, usageAmong([START, START + 1], allowance, START + 10_000 * DAY))
    assert.deepEqual(budget, { ...allowance, used: 2, remaining: 0, nextAt: null })
  })

  test('the allowances are those of the policy', ({ assert }) => {
    const policy = { ...DEFAULT_POLICY, maxHwidResets: 7, hwidResetWindowDays: 90 }
    assert.deepEqual(allowanceOf(policy, 'HWID'), { limit: 7, windowDays: 90 })
    assert.deepEqual(allowanceOf(policy, 'IP'), { limit: 10, windowDays: 30 })
  })
})
