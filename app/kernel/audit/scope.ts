/** Who makes a change; written into timelines, operations and the audit trail (contract#timeline-and-deletion). */
export type Actor = {
  type: 'user' | 'apiKey' | 'endUser' | 'system' | 'operation'
  id: string | null
}

/**
 * What a caller may touch: one org, or one product of it. Every query and action takes a scope, so that rows
 * of others are out of reach by construction.
 */
export type Scope = {
  orgId: string
  /** Set for API keys, which are bound to one product; null means the whole org. */
  productId: string | null
  actor: Actor
}
