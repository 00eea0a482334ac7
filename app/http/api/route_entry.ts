import type { TSchema } from 'typebox'
import type { Credential } from '#http/described'
import type { Code } from '#kernel/refusals/codes'

/** A validator of the request, as Vine makes them. */
export type Validator = { toJSONSchema(): object }

/** A file that a request uploads, with the media types it may have. */
export type FileBody = { upload: Readonly<Record<string, string>> }

/** One successful answer. */
export type Success = {
  status: number
  /** The JSON body, envelope included; null for an answer without a body. */
  body: TSchema | null
  /** The media type, if it is not JSON. */
  type?: string
  /** Headers of this response besides those of every response, each with a description. */
  headers?: Readonly<Record<string, string>>
  description?: string
}

/**
 * The part of a route's description that cannot be read from the route. The path, the credential, the role or
 * permission, the shared headers and the codes of middleware come from the route.
 */
export type Entry = {
  /** The resource; one of the tags of the document. */
  tag: string
  /** What the call does, as a heading: "List licenses". */
  summary: string
  description?: string
  query?: Validator
  body?: Validator | FileBody
  /** Descriptions of fields of the query, the body and the path, by name. */
  fields?: Readonly<Record<string, string>>
  /** Several successes may share one status; the body is then any of them. */
  success: Success | readonly Success[]
  /** The codes of the action itself. */
  refuses?: readonly Code[]
  /** Whether it takes the header If-Match with the revision of the record. */
  ifMatch?: true
  /** A body that the service accepts. */
  example?: unknown
  /** A sentence about permissions that depend on the record. */
  permissions?: string
  /** Facts that other routes get from their middleware, for a route that is handled outside the framework. */
  reads?: { credentials: readonly Credential[]; permission?: string; signed: true; bodyLimit: number }
}

/** Entries by the names of their routes. A keyed route without one shares that of its dashboard twin. */
export type Entries = Readonly<Record<string, Entry>>
