import type { Condition } from '#kernel/database/in_scope'
import { rows, type SqlExecutor } from '#kernel/database/sql'
import type { Millis } from '#kernel/time/millis'
import { effectiveFeatures, type Features } from '#catalog/rules/features'
import { effectivePolicy, type PartialPolicy, type Policy, type TierPolicy } from '#catalog/rules/policy'
import type { Distribution } from '#catalog/rules/product'
import { selected } from '#licensing/store/column_sql'
import type { LicenseFields } from '#licensing/store/columns'
import { TIERED_COLUMNS, TIERED_TABLES } from '#licensing/store/tiered_sql'
import { allowanceOf, budgetOf, type Budget } from '#end_users/rules/reset_budget'
import { usageOf } from '#end_users/store/self_resets'

const FIELDS = [
  ...(['id', 'key', 'status', 'expirationMode', 'expiresAt', 'expiresAfterDays', 'activatedAt'] as const),
  ...(['frozenAt', 'pausedSince', 'pausedMs', 'createdAt', 'tier'] as const),
]

/** A license as its end user sees it (contract/09-end-users#95-licenses-eu). */
export type OwnLicense = Pick<LicenseFields, (typeof FIELDS)[number]> & {
  productId: string
  productName: string
  distribution: Distribution
  /** The part of the metadata that the merchant shows to end users. */
  publicMetadata: unknown
  hwids: number
  /** The license has bound addresses. */
  bindsIp: boolean
  sessions: number
  policy: Policy
  features: Features
  resets: { hwid: Budget; ip: Budget }
}

type Row = Omit<OwnLicense, 'policy' | 'features' | 'resets'> & {
  productPolicy: PartialPolicy
  tierPolicy: TierPolicy | null
  featureDefaults: Features
  tierFeatures: Features | null
  ownFeatures: Features | null
  policyOverride: PartialPolicy | null
  maxHwidResets: number | null
}

/**
 * Reads the licenses `l` that match a condition, newest first, at most `count`, with their budgets at `now`. It takes
 * two statements, however many licenses there are.
 */
export async function readOwnLicenses(
  client: SqlExecutor,
  where: Condition,
  count: number | null,
  now: Millis
): Promise<OwnLicense[]> {
  const found = await rows<Row>(
    client,
    `select ${selected([...FIELDS], 'l.')}, p.id as "productId", p.name as "productName", p.distribution,
       ${TIERED_COLUMNS}, l.features as "ownFeatures", l.policy_override as "policyOverride", l.max_hwid_resets as "maxHwidResets",
       l.metadata -> 'public' as "publicMetadata",
       (select count(*)::int from license_bindings b where b.license_id = l.id and b.kind = 'HWID') as hwids,
       exists (select 1 from license_bindings b where b.license_id = l.id and b.kind = 'IP') as "bindsIp",
       (select count(*)::int from license_sessions s
          where s.license_id = l.id and s.expires_at > statement_timestamp()) as sessions
     from licenses l ${TIERED_TABLES}
     where ${where.sql} order by l.id desc limit ?`,
    [...where.values, count]
  )
  return withBudgets(client, found, now)
}

function withTier(row: Row) {
  const { productPolicy, tierPolicy, policyOverride, maxHwidResets, ...others } = row
  const { featureDefaults, tierFeatures, ownFeatures, ...license } = others
  return {
    ...license,
    policy: effectivePolicy(productPolicy, policyOverride, maxHwidResets, tierPolicy),
    features: effectiveFeatures(featureDefaults, tierFeatures, ownFeatures),
  }
}

async function withBudgets(client: SqlExecutor, found: Row[], now: Millis): Promise<OwnLicense[]> {
  const licenses = found.map(withTier)
  const asked = licenses.flatMap(({ id, policy }) =>
    (['HWID', 'IP'] as const).map((kind) => ({ licenseId: id, kind, allowance: allowanceOf(policy, kind) }))
  )
  const used = await usageOf(client, asked, now)
  const budget = (at: number) => budgetOf(asked[at].allowance, used[at])
  return licenses.map((license, at) => ({
    ...license,
    resets: { hwid: budget(2 * at), ip: budget(2 * at + 1) },
  }))
}
