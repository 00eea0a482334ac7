import { MAX_FEATURES_BYTES, type Features } from '#catalog/rules/features'
import type { Condition } from '#kernel/database/in_scope'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { invalidFields } from '#kernel/refusals/refusal'

/** Replacements to check: `defaults` for the declared features of the product, `tier` for the features of the tier. */
type Given = { defaults?: Features; tier?: Features | null }

/**
 * Checks that the effective features of every matching license `l` fit into an answer.
 * @throws Refusal VALIDATION_ERROR
 */
export async function assertFeatureRoom(trx: Trx, where: Condition, given: Given) {
  if ((await licensesOverRoom(trx, where, given, 1)).length === 0) return
  const message = `The features of a license can have at most ${MAX_FEATURES_BYTES} bytes: with this change, some licenses have more`
  throw invalidFields([{ field: 'features', message }])
}

/**
 * Finds licenses `l` with own features whose effective features would be too large for an answer. It implements the
 * rules `effectiveFeatures` and `sizeProblems` in SQL. A test compares both (contract/17-tiers).
 */
export async function licensesOverRoom(
  trx: Trx,
  where: Condition,
  { defaults, tier }: Given,
  most = 1000
): Promise<string[]> {
  const json = (value: Features | null | undefined) =>
    value === undefined ? [] : [JSON.stringify(value ?? {})]
  const fitting = (values: string) =>
    `case when jsonb_typeof(${values} -> f.name) = jsonb_typeof(f.value) then ${values} -> f.name end`
  const found = await rows<{ id: string }>(
    trx,
    `select l.id from licenses l join products d on d.id = l.product_id left join tiers i on i.id = l.tier_id
     cross join lateral (select ${tier === undefined ? 'i.features' : '?::jsonb'} as features) as t
     where l.features is not null and ${where.sql} and (
       -- Postgres writes a space behind each colon and each comma, JSON.stringify none.
       select octet_length(jsonb_object_agg(f.name,
         coalesce(${fitting('l.features')}, ${fitting('t.features')}, f.value))::text) - 2 * count(*) + 1
       from jsonb_each(${defaults === undefined ? 'd.feature_defaults' : '?::jsonb'}) as f (name, value)
     ) > ? limit ?`,
    [...json(tier), ...where.values, ...json(defaults), MAX_FEATURES_BYTES, most]
  )
  return found.map(({ id }) => id)
}
