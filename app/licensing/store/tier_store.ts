import type { Features } from '#catalog/rules/features'
import type { PartialPolicy } from '#catalog/rules/policy'
import type { Scope } from '#kernel/audit/scope'
import { inScope, productsInScope } from '#kernel/database/in_scope'
import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'
import { noSuch } from '#kernel/refusals/refusals'
import type { TierFields } from '#licensing/rules/tier'
import { TIER_COLUMNS, type TierRow } from '#licensing/queries/tier_rows'

/** The product of a tier, as far as the tier builds on it. */
export type TierProduct = { id: string; featureDefaults: Features; policy: PartialPolicy }

/**
 * Reads and locks a product of a scope, so that changes of its tiers and of its declared features take turns. The
 * creation of licenses does not wait for this lock.
 * @throws Refusal PRODUCT_NOT_FOUND
 */
export async function lockTierProduct(trx: Trx, scope: Scope, id: string): Promise<TierProduct> {
  const own = productsInScope(scope)
  const product = await firstRow<TierProduct>(
    trx,
    `select id, feature_defaults as "featureDefaults", policy from products
     where id = ? and ${own.sql} for no key update`,
    [id, ...own.values]
  )
  if (!product) throw new Refusal('PRODUCT_NOT_FOUND')
  return product
}

/**
 * Reads and locks a tier of a scope. `dies` means that the tier will be deleted: transactions that give it to licenses
 * then wait. With `dies` false they do not wait.
 * @throws Refusal NOT_FOUND
 */
export async function lockTier(trx: Trx, scope: Scope, id: string, dies = false): Promise<TierRow> {
  const own = inScope(scope, 'tiers')
  const where = `tiers.id = ? and ${own.sql}`
  const values = [id, ...own.values]
  const lock = dies ? 'for update' : 'for no key update'
  if (!(await firstRow(trx, `select id from tiers where ${where} ${lock}`, values))) throw noSuch('tier')
  // A separate statement counts the licenses, so it sees the changes of the transactions that the lock waited for.
  return (await firstRow<TierRow>(trx, `select ${TIER_COLUMNS} from tiers where ${where}`, values))!
}

type Stored = { sql: string; values: unknown[] }

/** Returns the columns of a tier's fields, with their placeholders and values. */
export function tierValues(tier: TierFields): { names: string[]; marks: string[]; values: unknown[] } {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  const columns: Record<string, Stored> = {
    code: plain(tier.code),
    name: plain(tier.name),
    features: { sql: '?::jsonb', values: [json(tier.features)] },
    policy: { sql: '?::jsonb', values: [json(tier.policy)] },
    terms: { sql: '?::jsonb', values: [json(tier.terms)] },
    max_hwid_resets: plain(tier.maxHwidResets),
    meters: { sql: '?::jsonb', values: [json(tier.meters)] },
    channels: { sql: '?::text[]', values: [tier.channels] },
    updates_days: plain(tier.updatesDays),
    metadata: { sql: '?::jsonb', values: [json(tier.metadata)] },
    position: plain(tier.position),
    archived_at: { sql: 'to_timestamp(?::float8 / 1000)', values: [tier.archivedAt] },
  }
  const stored = Object.values(columns)
  return {
    names: Object.keys(columns),
    marks: stored.map(({ sql }) => sql),
    values: stored.flatMap(({ values }) => values),
  }
}

function plain(value: string | number | null): Stored {
  return { sql: '?', values: [value] }
}

/** Checks that a code is free for a tier of a locked product. @throws Refusal CONFLICT */
export async function assertCodeFree(trx: Trx, productId: string, code: string, id: string | null = null) {
  const sql = `select 1 from tiers where product_id = ? and code = ? and id is distinct from ?::uuid`
  if (!(await firstRow(trx, sql, [productId, code, id]))) return
  throw new Refusal('CONFLICT', { message: `The product already has a tier with the code ${code}` })
}
