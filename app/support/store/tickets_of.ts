import type { Scope } from '#kernel/audit/scope'
import { inScope, type Condition } from '#kernel/database/in_scope'
import type { Author } from '#support/rules/ticket'

/** The author that a scope writes and reads as. */
export function authorOf({ actor }: Scope): Author {
  return { type: actor.type === 'endUser' ? 'endUser' : 'user', id: actor.id! }
}

/**
 * The tickets (table `t`) that a scope reaches: those of its org, an end user's own ones alone, and of a product where
 * the scope is bound to one.
 */
export function ticketsOf(scope: Scope): Condition {
  const within = inScope(scope, 't')
  const author = authorOf(scope)
  if (author.type === 'user') return within
  return { sql: `${within.sql} and t.end_user_id = ?`, values: [...within.values, author.id] }
}
