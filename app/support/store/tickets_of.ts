import type { Scope } from '#kernel/audit/scope'
import { inScope, type Condition } from '#kernel/database/in_scope'
import type { Author } from '#support/rules/ticket'

/** Returns the author as whom a scope reads and writes. */
export function authorOf({ actor }: Scope): Author {
  return { type: actor.type === 'endUser' ? 'endUser' : 'user', id: actor.id! }
}

/**
 * The condition for the tickets (table `t`) that a scope reaches: those of its org, for an end user only their own,
 * and of one product if the scope is limited to it.
 */
export function ticketsOf(scope: Scope): Condition {
  const within = inScope(scope, 't')
  const author = authorOf(scope)
  if (author.type === 'user') return within
  return { sql: `${within.sql} and t.end_user_id = ?`, values: [...within.values, author.id] }
}
