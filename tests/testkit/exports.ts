import db from '@adonisjs/lucid/services/db'
import fc from 'fast-check'
import type { NewLicense } from '#licensing/actions/insert_licenses'
import { CHANNELS } from '#catalog/rules/release_channels'
import { DAY } from '#kernel/time/millis'
import { EXPIRATION_MODES, LICENSE_STATUSES } from '#licensing/rules/license'
import { MAX_RELATIVE_DAYS } from '#licensing/rules/terms'
import { rows } from '#kernel/database/sql'
import { BASE } from './http.js'
import type { Merchant } from './merchant.js'
import { runToEnd } from './operations.js'

export type Shown = { id: string; status: string; result: Record<string, string | number>; progress: object }

/** Makes an export through the API and the workers' code. Returns the finished operation as the API shows it. */
export async function exportLicenses(merchant: Merchant, query = ''): Promise<Shown> {
  const headers = { authorization: `Bearer ${merchant.token}` }
  const base = `${BASE}/v1/dashboard/orgs/${merchant.orgId}`
  const started = await fetch(`${base}/licenses/export?${query}`, { headers })
  const body = (await started.json()) as { data: { operation: Shown } }
  await runToEnd(body.data.operation.id)
  const shown = await fetch(`${base}/operations/${body.data.operation.id}`, { headers })
  return ((await shown.json()) as { data: { operation: Shown } }).data.operation
}

/** Follows the signed link of an export. */
export function download({ result }: Shown, headers: Record<string, string> = {}) {
  return fetch(new URL(String(result.downloadUrl)).href.replace(/^http:\/\/[^/]+/, BASE), { headers })
}

/** Everything that an import can carry, as the database stores it. */
export function carried({ orgId }: Merchant) {
  return rows<Record<string, unknown>>(
    db.connection(),
    `select key, status, expiration_mode, expires_at, expires_after_days, activated_at, frozen_at, suspended_at,
       paused_since, paused_ms, sweep_at, max_hwid_resets, policy_override, metadata,
       updates_until, max_version, channels
     from licenses where org_id = ? order by key`,
    [orgId]
  )
}

/** Characters that begin a formula, end a cell or a row, or take more than one byte. */
const SIGNS = [...'=+-@\t\r\n＝＋－＠;,|"\'\\{}aé😀']

/** Terms of an EXPIRED license: only a limit in the past makes a license EXPIRED. */
function expired(expiresAt: number) {
  const past = Math.min(expiresAt, Date.now() - DAY)
  return { expirationMode: 'fixed' as const, expiresAt: past }
}

/** Licenses in every state that the service can produce. */
export function licenseState(now: number): fc.Arbitrary<Partial<NewLicense>> {
  const past = fc.integer({ min: now - 900 * DAY, max: now })
  const text = fc.string({ unit: fc.constantFrom(...SIGNS) })
  return fc
    .record({
      status: fc.constantFrom(...LICENSE_STATUSES),
      expirationMode: fc.constantFrom(...EXPIRATION_MODES),
      expiresAt: fc.integer({ min: now - 900 * DAY, max: now + 9000 * DAY }),
      expiresAfterDays: fc.integer({ min: 1, max: MAX_RELATIVE_DAYS }),
      activatedAt: fc.option(past),
      frozen: fc.option(past),
      suspended: past,
      pausedMs: fc.integer({ min: 0, max: 900 * DAY }),
      maxHwidResets: fc.option(fc.integer({ min: 0, max: 1000 })),
      policyOverride: fc.option(fc.record({ hwidLimit: fc.integer({ min: 1, max: 9 }) })),
      updatesUntil: fc.option(past),
      maxVersion: fc.option(fc.constantFrom('<3.0.0', '^1.2', '*', '1.x || >=2.5.0 <3', '~1.2.3-beta.1')),
      channels: fc.option(fc.shuffledSubarray([...CHANNELS], { minLength: 1 })),
      metadata: fc.dictionary(text, fc.oneof(text, fc.boolean(), fc.integer()), { maxKeys: 4 }),
    })
    .map(({ frozen, suspended, ...made }) => {
      const state = made.status === 'EXPIRED' ? { ...made, ...expired(made.expiresAt) } : made
      const frozenAt = state.status === 'PENDING' || state.status === 'EXPIRED' ? null : frozen
      const suspendedAt = state.status === 'SUSPENDED' ? Math.max(suspended, frozenAt ?? 0) : null
      const pauses = [frozenAt, suspendedAt].filter((at) => at !== null)
      return {
        ...state,
        expiresAt: ['fixed', 'both'].includes(state.expirationMode) ? state.expiresAt : null,
        expiresAfterDays: ['afterActivation', 'both'].includes(state.expirationMode)
          ? state.expiresAfterDays
          : null,
        frozenAt,
        suspendedAt,
        pausedSince: pauses.length > 0 ? Math.min(...pauses) : null,
      }
    })
}
