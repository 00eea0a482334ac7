import { test } from '@japa/runner'
import fc from 'fast-check'
import { DEFAULT_POLICY, effectivePolicy, MAX_HWID_RESETS, POLICY_RULES } from '#catalog/rules/policy'
import Refusal from '#kernel/refusals/refusal'
import { assertSupply, assertUpgrades } from '#storefront/rules/claim'
import { afterFailure } from '#storefront/rules/event_result'
import { comparedHostname } from '#storefront/rules/hostname'
import { NOTHING_SAID, NORMAL_TYPES, type NormalEvent } from '#storefront/rules/normal_event'
import { isPlainPurchase, isPlainRenewal, namesOf, plainEvents } from '#storefront/rules/plain_events'
import { priceText } from '#storefront/rules/price_text'
import { afterBadSignature, afterGoodSignature } from '#storefront/rules/processor'
import { attributesAfter } from '#storefront/rules/sold_attributes'

const refuses = (work: () => void) => {
  try {
    work()
    return false
  } catch (error) {
    return error instanceof Refusal && error.code === 'CONFLICT'
  }
}

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
const event = fc.record({
  type: fc.constantFrom(...NORMAL_TYPES),
  ref: name,
  aliases: fc.array(name, { maxLength: 2 }),
  email: fc.option(fc.constant('ada@example.com')),
  providerRefs: fc.array(fc.constant('price_1'), { maxLength: 1 }),
  orderId: fc.option(fc.constant('o'), { freq: 8 }),
  periodEnd: fc.option(fc.nat()),
})
const queued = fc.array(fc.record({ processorId: fc.constantFrom('p', 'q'), event }), { maxLength: 20 })

/** contract/10-storefront */
test.group('properties of the rules of shops', () => {
  test('events that are worked on together share no name, and no event of theirs comes before them', ({
    assert,
  }) => {
    fc.assert(
      fc.property(queued, (events) => {
        const all = events.map(({ processorId, event: said }, at) => {
          const full: NormalEvent = { ...NOTHING_SAID, occurredAt: 0, ...said }
          return { id: String(at), processorId, orgId: 'o', tries: 0, event: full }
        })
        const plain = plainEvents(all)
        const keys = (one: (typeof all)[number]) =>
          namesOf(one.event).map((ref) => `${one.processorId} ${ref}`)
        const names = plain.flatMap(keys)
        assert.equal(new Set(names).size, names.length)
        for (const one of plain) {
          assert.isTrue(isPlainPurchase(one.event) || isPlainRenewal(one.event))
          if (isPlainPurchase(one.event)) assert.deepEqual([one.event.orderId], [null])
          if (isPlainPurchase(one.event)) assert.isNotNull(one.event.email)
          const before = all.slice(0, Number(one.id)).flatMap(keys)
          assert.isFalse(keys(one).some((key) => before.includes(key)))
        }
      })
    )
  })

  test('claims one after the other never take more than there is, nor more than one person may have', ({
    assert,
  }) => {
    const claims = fc.array(fc.record({ who: fc.nat({ max: 2 }), quantity: fc.integer({ min: 1, max: 5 }) }))
    const bound = fc.option(fc.nat({ max: 12 }))
    fc.assert(
      fc.property(claims, bound, bound, (wanted, stock, perCustomer) => {
        const had = [0, 0, 0]
        let taken = 0
        for (const { who, quantity } of wanted) {
          const supply = { stock, taken, perCustomer, had: had[who] }
          if (refuses(() => assertSupply(supply, quantity))) continue
          taken += quantity
          had[who] += quantity
        }
        if (stock !== null) assert.isAtMost(taken, stock)
        if (perCustomer !== null) assert.isAtMost(Math.max(...had), perCustomer)
      })
    )
  })

  test('an upgrade is for the tiers that it names, and never for the one that it leads to', ({ assert }) => {
    const tier: fc.Arbitrary<string> = fc.constantFrom('a', 'b', 'c')
    const from = fc.option(fc.array(tier, { minLength: 1 }))
    fc.assert(
      fc.property(tier, from, fc.option(tier), (toTierId, fromTierIds, tierId) => {
        const fits = tierId !== toTierId && (fromTierIds === null || fromTierIds.includes(tierId ?? ''))
        assert.equal(!refuses(() => assertUpgrades({ toTierId, fromTierIds }, tierId)), fits)
      })
    )
  })

  test('an addon takes nothing away, and stays in the bounds of a policy', ({ assert }) => {
    const many = (to: number) => fc.integer({ min: 1, max: to })
    const limits = fc.record(
      { hwidLimit: many(POLICY_RULES.hwidLimit.to), maxConcurrentSessions: many(1_000_000) },
      { requiredKeys: [] }
    )
    const grant = fc.record(
      {
        hwidLimit: many(100_000),
        maxConcurrentSessions: many(1_000_000),
        maxHwidResets: many(MAX_HWID_RESETS),
      },
      { requiredKeys: [] }
    )
    const resets = fc.option(fc.nat({ max: MAX_HWID_RESETS }))
    fc.assert(
      fc.property(limits, limits, limits, resets, grant, (product, policy, own, maxHwidResets, given) => {
        const had = { maxHwidResets, policyOverride: own }
        const tier = { policy, maxHwidResets: null }
        const after = attributesAfter({ kind: 'addon', grant: given }, had, { product, tier })
        const before = effectivePolicy(product, own, maxHwidResets, tier)
        const then = effectivePolicy(product, after.policyOverride, after.maxHwidResets, tier)
        for (const field of ['hwidLimit', 'maxConcurrentSessions', 'maxHwidResets'] as const) {
          const [was, is] = [before[field], then[field]]
          if (was === null) assert.isNull(is)
          else assert.equal(is, Math.min(was + (given[field] ?? 0), POLICY_RULES[field].to), field)
        }
        assert.equal(then.ipLimit, DEFAULT_POLICY.ipLimit)
      })
    )
  })

  test('a failure is tried again later each time, and six times at most', ({ assert }) => {
    fc.assert(
      fc.property(fc.nat(), (now) => {
        const pauses = Array.from({ length: 6 }, (_, at) => afterFailure(at, now).due! - now)
        assert.deepEqual(
          pauses,
          pauses.toSorted((one, other) => one - other)
        )
        assert.isAbove(pauses[0], 0)
        assert.isNull(afterFailure(6, now).due)
      })
    )
  })

  test('the last signatures decide about a processor; a paused one stays paused', ({ assert }) => {
    const states = fc.constantFrom('connected', 'ready', 'paused', 'failing' as const)
    fc.assert(
      fc.property(states, fc.array(fc.boolean(), { maxLength: 40 }), (state, signatures) => {
        let health = { state, badSignatures: 0 }
        for (const good of signatures) health = good ? afterGoodSignature(health) : afterBadSignature(health)
        const bad = signatures.length - 1 - signatures.lastIndexOf(true)
        assert.equal(health.badSignatures, bad)
        if (state === 'paused') assert.equal(health.state, 'paused')
        else if (signatures.includes(true)) assert.equal(health.state, bad >= 10 ? 'failing' : 'ready')
      })
    )
  })

  test('a host name in its compared form is that already, however it is spelt', ({ assert }) => {
    fc.assert(
      fc.property(fc.domain(), fc.nat({ max: 65_535 }), (host, port) => {
        const compared = comparedHostname(host)
        if (compared === null) return
        assert.equal(comparedHostname(compared), compared)
        assert.equal(comparedHostname(` ${host.toUpperCase()}.:${port} `), compared)
      })
    )
  })

  test('a price names its amount in units of its currency', ({ assert }) => {
    const cents = fc.integer({ min: 1, max: 99_999_999 })
    fc.assert(
      fc.property(cents, (amount) => {
        const digits = (text: string) => text.replace(/[^\d.]/g, '')
        assert.equal(digits(priceText({ amount, currency: 'EUR' })), (amount / 100).toFixed(2))
        assert.equal(digits(priceText({ amount, currency: 'JPY' })), String(amount))
      })
    )
  })
})
