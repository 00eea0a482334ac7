import { test } from '@japa/runner'
import fc from 'fast-check'
import { changesAnything, decide, type AuthorizeFacts } from '#runtime/rules/authorize'
import { DENIALS, type ReasonCode } from '#runtime/rules/denials'
import { DAY } from '#kernel/time/millis'
import { facts, license, NOW, policy } from './facts.js'

/**
 * For each reason, in the promised order, a change of the facts of an allowed call that causes only this reason.
 * Reasons of one line of the table exclude each other.
 */
const FAILURES: { reason: ReasonCode; change: (from: AuthorizeFacts) => AuthorizeFacts }[] = [
  { reason: 'LICENSE_NOT_FOUND', change: (from) => ({ ...from, license: null }) },
  withLicense('PRODUCT_MISMATCH', { productId: 'another' }),
  withLicense('LICENSE_REVOKED', { status: 'REVOKED' }),
  withLicense('LICENSE_SUSPENDED', { status: 'SUSPENDED' }),
  withLicense('LICENSE_EXPIRED', { expirationMode: 'fixed', expiresAt: NOW }),
  withLicense('LICENSE_EXPIRED_RELATIVE', { expirationMode: 'afterActivation', expiresAfterDays: 1 }),
  { reason: 'HWID_BLACKLISTED', change: (from) => blacklist(from, 'hwid') },
  { reason: 'IP_BLACKLISTED', change: (from) => blacklist(from, 'ip') },
  withPolicy('HWID_STICKY_VIOLATION', { hwidMode: 'sticky' }, { hwids: { bound: false, count: 1 } }),
  withPolicy(
    'HWID_LIMIT_EXCEEDED',
    { hwidMode: 'limit', hwidLimit: 2 },
    { hwids: { bound: false, count: 2 } }
  ),
  withPolicy('IP_STICKY_VIOLATION', { ipMode: 'sticky' }, { ips: [elsewhere('DE')] }),
  withPolicy('IP_LIMIT_EXCEEDED', { ipMode: 'limit', ipLimit: 1 }, { ips: [elsewhere('DE')] }),
  withPolicy('IP_REGION_VIOLATION', { ipMode: 'sticky_region' }, { ips: [elsewhere('DE')] }),
  withPolicy('IP_REGION_LIMIT_EXCEEDED', { ipMode: 'region_limit' }, { ips: [elsewhere('DE')] }),
  {
    reason: 'IP_REGION_UNKNOWN',
    change: (from) => ({
      ...from,
      policy: { ...from.policy, ipMode: 'sticky_region' },
      call: { ...from.call, region: null },
    }),
  },
  withPolicy(
    'CONCURRENCY_LIMIT_EXCEEDED',
    { maxConcurrentSessions: 3 },
    { sessions: { own: null, live: 3 } }
  ),
]

/** Reasons that depend on the same value cannot occur in one call. */
const EXCLUSIVE = [
  ['LICENSE_REVOKED', 'LICENSE_SUSPENDED'],
  ['LICENSE_EXPIRED', 'LICENSE_EXPIRED_RELATIVE'],
  ['HWID_STICKY_VIOLATION', 'HWID_LIMIT_EXCEEDED'],
  [
    'IP_STICKY_VIOLATION',
    'IP_LIMIT_EXCEEDED',
    'IP_REGION_VIOLATION',
    'IP_REGION_LIMIT_EXCEEDED',
    'IP_REGION_UNKNOWN',
  ],
]

const PAIRS = FAILURES.flatMap((first, at) =>
  FAILURES.slice(at + 1)
    .filter((second) => !EXCLUSIVE.some((set) => set.includes(first.reason) && set.includes(second.reason)))
    .map((second) => ({ first, second }))
)

test.group('authorize: reasons', () => {
  test('an active license with a live session is allowed and nothing changes', ({ assert }) => {
    const decision = decide(facts(), NOW)
    assert.isTrue(decision.allow)
    assert.isFalse(decision.allow && changesAnything(decision.effects))
  })

  test('the table of cases names every reason once', ({ assert }) => {
    assert.sameMembers(
      FAILURES.map(({ reason }) => reason),
      Object.keys(DENIALS)
    )
  })

  test('{reason} is found alone')
    .with(FAILURES)
    .run(({ assert }, { reason, change }) => {
      assert.deepEqual(decide(change(facts()), NOW), { allow: false, reason })
    })

  test('{first.reason} comes before {second.reason}')
    .with(PAIRS)
    .run(({ assert }, { first, second }) => {
      assert.deepEqual(decide(first.change(second.change(facts())), NOW), {
        allow: false,
        reason: first.reason,
      })
      assert.deepEqual(decide(second.change(first.change(facts())), NOW), {
        allow: false,
        reason: first.reason,
      })
    })

  test('of any set of failures the first in the order decides', ({ assert }) => {
    fc.assert(
      fc.property(fc.subarray(FAILURES, { minLength: 1 }), (chosen) => {
        const compatible = chosen.filter(
          (one, at) =>
            !EXCLUSIVE.some(
              (set) =>
                set.includes(one.reason) && chosen.slice(0, at).some((other) => set.includes(other.reason))
            )
        )
        const failed = compatible.reduceRight((from, { change }) => change(from), facts())
        assert.deepEqual(decide(failed, NOW), { allow: false, reason: compatible[0].reason })
      }),
      { numRuns: 500 }
    )
  })

  test('a license that waits for its owner is not there', ({ assert }) => {
    const pending = facts({ license: license({ status: 'PENDING', productId: 'another' }) })
    assert.deepEqual(decide(pending, NOW), { allow: false, reason: 'LICENSE_NOT_FOUND' })
  })

  test('a license that is EXPIRED though no limit is past is refused as the fixed kind', ({ assert }) => {
    const expired = facts({ license: license({ status: 'EXPIRED' }) })
    assert.deepEqual(decide(expired, NOW), { allow: false, reason: 'LICENSE_EXPIRED' })
  })

  test('a frozen license is allowed past the moment at which it would have expired', ({ assert }) => {
    const frozen = { expirationMode: 'fixed' as const, expiresAt: NOW - DAY, frozenAt: NOW - 2 * DAY }
    assert.isTrue(decide(facts({ license: license(frozen) }), NOW).allow)
  })
})

function withLicense(reason: ReasonCode, change: Parameters<typeof license>[0]) {
  return {
    reason,
    change: (from: AuthorizeFacts): AuthorizeFacts =>
      from.license === null ? from : { ...from, license: { ...from.license, ...change } },
  }
}

function withPolicy(reason: ReasonCode, change: Parameters<typeof policy>[0], more: Partial<AuthorizeFacts>) {
  return {
    reason,
    change: (from: AuthorizeFacts): AuthorizeFacts => ({
      ...from,
      ...more,
      policy: { ...from.policy, ...change },
    }),
  }
}

function blacklist(from: AuthorizeFacts, what: 'hwid' | 'ip'): AuthorizeFacts {
  return { ...from, blacklisted: { ...from.blacklisted, [what]: true } }
}

function elsewhere(region: string) {
  return { value: '198.51.100.1', region, lastSeenAt: NOW - 1000 }
}
