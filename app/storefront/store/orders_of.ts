import type { Scope } from '#kernel/audit/scope'
import { inScope, type Condition } from '#kernel/database/in_scope'

/** The condition for the orders (table `o`) of a scope: its org or product, and only their own for an end user. */
export function ordersOf(scope: Scope): Condition {
  const within = inScope(scope, 'o')
  if (scope.actor.type !== 'endUser') return within
  return { sql: `${within.sql} and o.end_user_id = ?`, values: [...within.values, scope.actor.id] }
}
