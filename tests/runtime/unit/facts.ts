import type { AuthorizeFacts } from '#runtime/rules/authorize'
import { DAY } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'
import { DEFAULT_POLICY, type Policy } from '#catalog/rules/policy'

export const NOW = Date.parse('2026-11-21T12:00:00.000Z')

/** An active license that never expires and was activated yesterday. */
export function license(change: Partial<LicenseState> = {}): LicenseState {
  return {
    id: 'license',
    orgId: 'org',
    productId: 'product',
    key: 'KEY',
    tierId: null,
    status: 'ACTIVE',
    expirationMode: 'never',
    expiresAt: null,
    expiresAfterDays: null,
    activatedAt: NOW - DAY,
    frozenAt: null,
    suspendedAt: null,
    pausedSince: null,
    pausedMs: 0,
    revision: 1,
    ...change,
  }
}

export function policy(change: Partial<Policy> = {}): Policy {
  return { ...DEFAULT_POLICY, ...change }
}

/** Facts of a call that is allowed and changes nothing. */
export function facts(change: Partial<AuthorizeFacts> = {}): AuthorizeFacts {
  return {
    call: { productId: 'product', hwid: 'device', ip: '203.0.113.7', region: 'NL' },
    license: license(),
    policy: policy(),
    orgSuspended: false,
    blacklisted: { hwid: false, ip: false },
    hwids: { bound: true, count: 1 },
    ips: [{ value: '203.0.113.7', region: 'NL', lastSeenAt: NOW - 1000 }],
    sessions: { own: { id: 's', expiresAt: NOW + 1000 }, live: 1 },
    ...change,
  }
}
