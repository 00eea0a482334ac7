/** The author of a change. It appears in timelines, operations and the audit trail (contract#timeline-and-deletion). */
export type Actor = {
  type: 'user' | 'apiKey' | 'endUser' | 'system' | 'operation'
  id: string | null
}

/**
 * The tenant of a call (one org, or one product of it) and its actor. Every query and action takes a scope, so that
 * records of other tenants are unreachable by design.
 */
export type Scope = {
  orgId: string
  /** Set for API keys, which are bound to one product; null means the whole org. */
  productId: string | null
  actor: Actor
}
