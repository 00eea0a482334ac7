import { test } from '@japa/runner'
import fc from 'fast-check'
import { inWindow } from '#catalog/rules/ip'
import { DAY } from '#kernel/time/millis'
import { expiredBy } from '#licensing/rules/expiry_clock'
import { EXPIRATION_MODES, LICENSE_STATUSES } from '#licensing/rules/license'
import {
  decide,
  type AuthorizeEffects,
  type AuthorizeFacts,
  type DecisionReason,
} from '#runtime/rules/authorize'
import { facts, license, NOW, policy } from './facts.js'

type Known = AuthorizeFacts & { license: NonNullable<AuthorizeFacts['license']> }

const isLimit = (one: Known, limit: string) => expiredBy(one.license, NOW) === limit
const counted = ({ policy: rule, ips }: Known) => inWindow(rule, ips, NOW)
const isKnownAddress = (one: Known) => counted(one).some(({ value }) => value === one.call.ip)
const regions = (one: Known) => new Set(counted(one).map(({ region }) => region))
const named = (one: Known) => one.ips.flatMap(({ region }) => region ?? [])
const isNew = ({ policy: { hwidMode }, hwids }: Known) => hwidMode !== 'none' && !hwids.bound
const isFull = ({ policy: { maxConcurrentSessions: max }, sessions }: Known) =>
  !sessions.own && max !== null && sessions.live >= max

/** The order of checks of the contract, each check on its own (contract#order-of-checks). */
const ORDER: [DecisionReason, (facts: Known) => boolean][] = [
  ['LICENSE_NOT_FOUND', (one) => one.license.status === 'PENDING'],
  ['PRODUCT_MISMATCH', (one) => one.license.productId !== one.call.productId],
  ['LICENSE_REVOKED', (one) => one.license.status === 'REVOKED'],
  ['LICENSE_SUSPENDED', (one) => one.orgSuspended || one.license.status === 'SUSPENDED'],
  ['LICENSE_EXPIRED_RELATIVE', (one) => isLimit(one, 'relative')],
  ['LICENSE_EXPIRED', (one) => isLimit(one, 'fixed') || one.license.status === 'EXPIRED'],
  ['HWID_BLACKLISTED', (one) => one.blacklisted.hwid],
  ['IP_BLACKLISTED', (one) => one.blacklisted.ip],
  ['HWID_REQUIRED', (one) => one.policy.hwidMode !== 'none' && one.call.hwid === null],
  ['HWID_STICKY_VIOLATION', (one) => isNew(one) && one.policy.hwidMode === 'sticky' && one.hwids.count > 0],
  [
    'HWID_LIMIT_EXCEEDED',
    (one) => isNew(one) && one.policy.hwidMode === 'limit' && one.hwids.count >= one.policy.hwidLimit,
  ],
  [
    'IP_STICKY_VIOLATION',
    (one) => one.policy.ipMode === 'sticky' && !isKnownAddress(one) && one.ips.length > 0,
  ],
  [
    'IP_LIMIT_EXCEEDED',
    (one) =>
      one.policy.ipMode === 'limit' && !isKnownAddress(one) && counted(one).length >= one.policy.ipLimit,
  ],
  ['IP_REGION_UNKNOWN', (one) => one.policy.ipMode === 'sticky_region' && one.call.region === null],
  [
    'IP_REGION_VIOLATION',
    (one) =>
      one.policy.ipMode === 'sticky_region' &&
      named(one).length > 0 &&
      !named(one).includes(one.call.region ?? ''),
  ],
  [
    'IP_REGION_LIMIT_EXCEEDED',
    (one) =>
      one.policy.ipMode === 'region_limit' &&
      !regions(one).has(one.call.region) &&
      regions(one).size >= one.policy.regionLimit,
  ],
  ['CONCURRENCY_LIMIT_EXCEEDED', (one) => isFull(one) && one.policy.onSessionLimit === 'deny'],
]

/** The changes of an allowed call, each effect on its own. */
function changesOf(one: Known): AuthorizeEffects {
  const { ipMode, maxConcurrentSessions: max } = one.policy
  const bindsAddress = (ipMode === 'sticky' || ipMode === 'limit') && !isKnownAddress(one)
  const bindsRegion =
    (ipMode === 'sticky_region' && !named(one).includes(one.call.region!)) ||
    (ipMode === 'region_limit' && !regions(one).has(one.call.region))
  return {
    activates: one.license.activatedAt === null,
    bindsHwid: isNew(one),
    bindsIp: bindsAddress || bindsRegion,
    opensSession: one.sessions.own === null,
    evicted: isFull(one) ? one.sessions.live - max! + 1 : 0,
  }
}

const moment = fc.constantFrom(NOW - 400 * DAY, NOW - DAY, NOW - 1, NOW, NOW + 1, NOW + DAY)
const region = fc.constantFrom('NL', 'DE', 'FR', null)
const small = fc.integer({ min: 0, max: 3 })
const some = fc.integer({ min: 1, max: 3 })

const anyLicense = fc
  .record({
    productId: fc.constantFrom('product', 'product', 'product', 'another'),
    status: fc.constantFrom('ACTIVE', 'ACTIVE', 'ACTIVE', ...LICENSE_STATUSES),
    expirationMode: fc.constantFrom(...EXPIRATION_MODES),
    expiresAt: moment,
    expiresAfterDays: fc.constantFrom(1, 30, 3650),
    activatedAt: fc.option(fc.constantFrom(NOW - 40 * DAY, NOW - DAY)),
    frozenAt: fc.option(fc.constantFrom(NOW - DAY, NOW), { freq: 4 }),
  })
  .map((made) => license({ ...made, pausedSince: made.frozenAt }))

const anyPolicy = fc
  .record({
    hwidMode: fc.constantFrom('none', 'sticky', 'limit'),
    hwidLimit: some,
    ipMode: fc.constantFrom('none', 'sticky', 'limit', 'sticky_region', 'region_limit'),
    ipLimit: some,
    regionLimit: some,
    ipWindowMinutes: fc.constantFrom(1, 10),
    maxConcurrentSessions: fc.option(some),
    onSessionLimit: fc.constantFrom('deny', 'evict_oldest'),
  })
  .map((made) => policy(made))

const anyFacts: fc.Arbitrary<AuthorizeFacts> = fc
  .record({
    hwid: fc.option(fc.constant('device')),
    region,
    license: fc.option(anyLicense, { freq: 20 }),
    policy: anyPolicy,
    orgSuspended: fc.nat(19).map((n) => n === 0),
    blacklisted: fc.record({ hwid: fc.nat(6).map((n) => n === 0), ip: fc.nat(6).map((n) => n === 0) }),
    hwids: fc.record({ bound: fc.boolean(), count: small }),
    ips: fc.array(
      fc.record({
        value: fc.constantFrom('203.0.113.7', '198.51.100.1', '198.51.100.2'),
        region,
        lastSeenAt: fc.constantFrom(NOW - 1, NOW - 59_999, NOW - 60_000, NOW - 600_000),
      }),
      { maxLength: 3 }
    ),
    own: fc.boolean(),
    live: small,
  })
  .map(({ hwid, region: from, own, live, blacklisted, hwids, ...made }) =>
    facts({
      ...made,
      call: { ...facts().call, hwid, region: from },
      // A call without a HWID has none that could be blacklisted or bound.
      blacklisted: { ...blacklisted, hwid: blacklisted.hwid && hwid !== null },
      hwids: { ...hwids, bound: hwids.bound && hwid !== null },
      sessions: { own: own ? { id: 's', expiresAt: NOW + 1000 } : null, live },
    })
  )

test.group('authorize: one pass over the checks', () => {
  test('of all checks that fail the first of the contract decides, and an allowed call changes what it says', ({
    assert,
  }) => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(anyFacts, (one) => {
        const known = one.license === null ? null : (one as Known)
        const first = known && ORDER.find(([, fails]) => fails(known))
        const reason = known ? first?.[0] : 'LICENSE_NOT_FOUND'
        seen.add(reason ?? 'allowed')
        assert.deepEqual(
          decide(one, NOW),
          reason ? { allow: false, reason } : { allow: true, effects: changesOf(known!) }
        )
      }),
      { numRuns: 20_000 }
    )
    assert.sameMembers([...seen], ['allowed', ...ORDER.map(([reason]) => reason)])
  })

  test('a call without a HWID is told so only where no earlier check fails')
    .with([
      { change: { license: license({ status: 'REVOKED' }) }, reason: 'LICENSE_REVOKED' },
      { change: { blacklisted: { hwid: false, ip: true } }, reason: 'IP_BLACKLISTED' },
      { change: {}, reason: 'HWID_REQUIRED' },
      { change: { sessions: { own: null, live: 9 } }, reason: 'HWID_REQUIRED' },
    ] as const)
    .run(({ assert }, { change, reason }) => {
      const rule = policy({ hwidMode: 'sticky', maxConcurrentSessions: 1 })
      const call = { ...facts().call, hwid: null }
      assert.deepEqual(decide(facts({ call, policy: rule, ...change }), NOW), {
        allow: false,
        reason,
      })
    })
})
