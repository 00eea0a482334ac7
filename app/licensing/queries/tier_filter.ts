import type { Scope } from '#kernel/audit/scope'
import type { Condition } from '#kernel/database/in_scope'

/**
 * Matches the licenses `l` of a tier. No index has the tier, so the condition also names the product: its licenses are
 * then read in list order (contract/17-tiers).
 */
export function inTier({ orgId }: Scope, tierId: string): Condition {
  return {
    sql: `l.tier_id = ?
      and l.product_id = (select named.product_id from tiers named where named.id = ? and named.org_id = ?)`,
    values: [tierId, tierId, orgId],
  }
}

/**
 * Matches the licenses `l` that have a feature: the rule `isGranted` on their effective features, in SQL. A test
 * compares it with the rule.
 */
export function withFeature(name: string): Condition {
  const fitting = (values: string) =>
    `case when jsonb_typeof(${values} -> ?) = jsonb_typeof(d.feature_defaults -> ?) then ${values} -> ? end`
  return {
    sql: `coalesce((
      select coalesce(${fitting('l.features')}, ${fitting('i.features')})
      from products d left join tiers i on i.id = l.tier_id where d.id = l.product_id
    ), 'false') not in ('false', '0', '""')`,
    values: [name, name, name, name, name, name],
  }
}
