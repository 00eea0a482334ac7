import type { Code } from '#kernel/refusals/codes'

/** A route as a middleware sees it when it describes itself. */
export type RouteFacts = {
  method: string
  /** With `:names`, as the router has it. */
  pattern: string
}

/** The credentials that a route can require, as the document names them. */
export type Credential =
  'userToken' | 'userCookie' | 'endUserToken' | 'apiKey' | 'apiKeyBearer' | 'adminToken'

/** The part of a route's description that a middleware adds. */
export type Described = {
  /** The codes with which it can refuse a request. */
  refuses: readonly Code[]
  /** Any one of them is sufficient. */
  credentials?: readonly Credential[]
  /** The lowest role in the org of the path. */
  role?: string
  /** The permission that an API key needs. */
  permission?: string
  /** The largest body, in bytes. */
  bodyLimit?: number
  /** Whether it takes the header Idempotency-Key. */
  idempotent?: boolean
  /** Whether it takes the header Prefer: wait=N. */
  waits?: boolean
}

/** A middleware that describes itself; routes that use it take over its description. */
export type Describing = { describe(args: never, route: RouteFacts): Described }
