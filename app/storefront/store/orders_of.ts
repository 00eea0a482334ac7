import type { Scope } from '#kernel/audit/scope'
import { inScope, type Condition } from '#kernel/database/in_scope'

/** The orders (table `o`) that a scope reaches: those of its org or product, of an end user its own ones alone. */
export function ordersOf(scope: Scope): Condition {
  const within = inScope(scope, 'o')
  if (scope.actor.type !== 'endUser') return within
  return { sql: `${within.sql} and o.end_user_id = ?`, values: [...within.values, scope.actor.id] }
}
