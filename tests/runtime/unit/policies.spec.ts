import { test } from '@japa/runner'
import { changesAnything, decide } from '#runtime/rules/authorize'
import type { BindingVerdict } from '#catalog/rules/binding'
import { checkConcurrency } from '#catalog/rules/concurrency'
import { checkHwid } from '#catalog/rules/hwid'
import { checkIp } from '#catalog/rules/ip'
import { checkRegion } from '#catalog/rules/region'
import { facts, license, NOW, policy } from './facts.js'

const MINUTE = 60_000
const HERE = '203.0.113.7'

/** The verdict of a policy, in one word. */
function said(verdict: BindingVerdict<string>): string {
  if (!verdict.allow) return verdict.reason
  return verdict.binds ? 'bind' : 'ok'
}

test.group('authorize: policies', () => {
  test('HWIDs: {mode} with {count} bound, own bound: {bound}')
    .with([
      { mode: 'none', bound: false, count: 9, verdict: 'ok' },
      { mode: 'sticky', bound: false, count: 0, verdict: 'bind' },
      { mode: 'sticky', bound: true, count: 1, verdict: 'ok' },
      { mode: 'sticky', bound: false, count: 1, verdict: 'HWID_STICKY_VIOLATION' },
      { mode: 'limit', bound: false, count: 1, verdict: 'bind' },
      { mode: 'limit', bound: false, count: 2, verdict: 'HWID_LIMIT_EXCEEDED' },
      // Lowering a limit removes no bound device.
      { mode: 'limit', bound: true, count: 5, verdict: 'ok' },
    ] as const)
    .run(({ assert }, { mode, bound, count, verdict }) => {
      assert.equal(said(checkHwid(policy({ hwidMode: mode, hwidLimit: 2 }), { bound, count })), verdict)
    })

  test('addresses: {mode}, last seen {ages} minutes ago, own first: {own}')
    .with([
      { mode: 'none', ages: [1], own: false, verdict: 'ok' },
      { mode: 'sticky', ages: [], own: false, verdict: 'bind' },
      { mode: 'sticky', ages: [999_999], own: true, verdict: 'ok' },
      { mode: 'sticky', ages: [999_999], own: false, verdict: 'IP_STICKY_VIOLATION' },
      { mode: 'limit', ages: [1], own: false, verdict: 'bind' },
      { mode: 'limit', ages: [1, 9], own: false, verdict: 'IP_LIMIT_EXCEEDED' },
      { mode: 'limit', ages: [1, 10], own: false, verdict: 'bind' },
      { mode: 'limit', ages: [9, 1], own: true, verdict: 'ok' },
      { mode: 'limit', ages: [10, 1, 1], own: true, verdict: 'IP_LIMIT_EXCEEDED' },
      { mode: 'sticky_region', ages: [1], own: false, verdict: 'ok' },
    ] as const)
    .run(({ assert }, { mode, ages, own, verdict }) => {
      const bound = ages.map((age, at) => ({
        value: own && at === 0 ? HERE : `198.51.100.${at}`,
        region: null,
        lastSeenAt: NOW - age * MINUTE,
      }))
      const rule = policy({ ipMode: mode, ipLimit: 2, ipWindowMinutes: 10 })
      assert.equal(said(checkIp(rule, HERE, bound, NOW)), verdict)
    })

  test('regions: {mode} from {region} with {bound}')
    .with([
      { mode: 'sticky_region', region: 'NL', bound: [], verdict: 'bind' },
      { mode: 'sticky_region', region: 'NL', bound: ['NL'], verdict: 'ok' },
      { mode: 'sticky_region', region: 'NL', bound: ['DE'], verdict: 'IP_REGION_VIOLATION' },
      { mode: 'sticky_region', region: null, bound: ['DE'], verdict: 'IP_REGION_UNKNOWN' },
      { mode: 'sticky_region', region: null, bound: [], verdict: 'IP_REGION_UNKNOWN' },
      { mode: 'sticky_region', region: 'NL', bound: [null], verdict: 'bind' },
      { mode: 'region_limit', region: 'NL', bound: ['DE'], verdict: 'bind' },
      { mode: 'region_limit', region: 'NL', bound: ['DE', 'DE'], verdict: 'bind' },
      { mode: 'region_limit', region: 'NL', bound: ['DE', 'FR'], verdict: 'IP_REGION_LIMIT_EXCEEDED' },
      { mode: 'region_limit', region: 'NL', bound: ['DE', 'FR', 'NL'], verdict: 'ok' },
      { mode: 'region_limit', region: null, bound: ['DE'], verdict: 'bind' },
      { mode: 'region_limit', region: null, bound: ['DE', 'FR'], verdict: 'IP_REGION_LIMIT_EXCEEDED' },
      { mode: 'region_limit', region: null, bound: ['DE', null], verdict: 'ok' },
      { mode: 'sticky', region: null, bound: ['DE'], verdict: 'ok' },
    ] as const)
    .run(({ assert }, { mode, region, bound, verdict }) => {
      const rows = bound.map((one, at) => ({ value: `198.51.100.${at}`, region: one, lastSeenAt: NOW - 1 }))
      assert.equal(said(checkRegion(policy({ ipMode: mode, regionLimit: 2 }), region, rows, NOW)), verdict)
    })

  test('a region that was last seen outside the window makes room', ({ assert }) => {
    const rule = policy({ ipMode: 'region_limit', regionLimit: 1, ipWindowMinutes: 10 })
    const seen = (minutes: number) => [{ value: 'x', region: 'DE', lastSeenAt: NOW - minutes * MINUTE }]
    assert.equal(said(checkRegion(rule, 'NL', seen(10), NOW)), 'bind')
    assert.equal(said(checkRegion(rule, 'NL', seen(9.9), NOW)), 'IP_REGION_LIMIT_EXCEEDED')
  })

  test('sessions: at most {max}, {live} alive, {onLimit}')
    .with([
      { max: null, live: 1000, onLimit: 'deny', verdict: { allow: true, opens: true, evicted: 0 } },
      { max: 2, live: 1, onLimit: 'deny', verdict: { allow: true, opens: true, evicted: 0 } },
      { max: 2, live: 2, onLimit: 'deny', verdict: { allow: false, reason: 'CONCURRENCY_LIMIT_EXCEEDED' } },
      { max: 2, live: 2, onLimit: 'evict_oldest', verdict: { allow: true, opens: true, evicted: 1 } },
      // The limit was lowered from five, so all excess sessions are evicted.
      { max: 2, live: 5, onLimit: 'evict_oldest', verdict: { allow: true, opens: true, evicted: 4 } },
    ] as const)
    .run(({ assert }, { max, live, onLimit, verdict }) => {
      const rule = policy({ maxConcurrentSessions: max, onSessionLimit: onLimit })
      assert.deepEqual(checkConcurrency(rule, { own: null, live }), verdict)
    })

  test('a session of its own is renewed though every seat is taken', ({ assert }) => {
    const own = { id: 's', startedAt: 1, expiresAt: NOW + 1 }
    const rule = policy({ maxConcurrentSessions: 1 })
    assert.deepEqual(checkConcurrency(rule, { own, live: 1 }), { allow: true, opens: false, evicted: 0 })
  })

  test('the first call activates, binds and opens a session in one', ({ assert }) => {
    const first = facts({
      license: license({ activatedAt: null, expirationMode: 'afterActivation', expiresAfterDays: 1 }),
      policy: policy({ hwidMode: 'sticky', ipMode: 'sticky_region', maxConcurrentSessions: 1 }),
      hwids: { bound: false, count: 0 },
      ips: [],
      sessions: { own: null, live: 0 },
    })
    const decision = decide(first, NOW)
    assert.deepEqual(decision, {
      allow: true,
      effects: { activates: true, bindsHwid: true, bindsIp: true, opensSession: true, evicted: 0 },
    })
    assert.isTrue(decision.allow && changesAnything(decision.effects))
  })
})
