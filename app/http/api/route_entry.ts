import type { TSchema } from 'typebox'
import type { Credential } from '#http/described'
import type { Code } from '#kernel/refusals/codes'

/** A validator of the request, as Vine makes them. */
export type Validator = { toJSONSchema(): object }

/** A file that a request brings, by the media types that it may have. */
export type FileBody = { upload: Readonly<Record<string, string>> }

/** One successful answer. */
export type Success = {
  status: number
  /** The JSON body, envelope included; null for an answer without a body. */
  body: TSchema | null
  /** The media type where it is not JSON. */
  type?: string
  /** Headers of this answer beside those of all answers, each with a sentence. */
  headers?: Readonly<Record<string, string>>
  description?: string
}

/**
 * The description of a route that cannot be read off it. The path, the credential, the role or permission, the shared
 * headers and the codes of middleware come from the route.
 */
export type Entry = {
  /** The resource; one of the tags of the document. */
  tag: string
  /** What the call does, as a heading: "List licenses". */
  summary: string
  description?: string
  query?: Validator
  body?: Validator | FileBody
  /** Sentences about fields of the query, the body and the path, by name. */
  fields?: Readonly<Record<string, string>>
  /** Several ones may have one status: then the body is any of them. */
  success: Success | readonly Success[]
  /** The codes of the action itself. */
  refuses?: readonly Code[]
  /** Whether it takes the header If-Match with the revision of the record. */
  ifMatch?: true
  /** A body that the service accepts. */
  example?: unknown
  /** A sentence about permissions that depend on the record. */
  permissions?: string
  /** What the middleware of other routes says, where the route stands outside the framework. */
  reads?: { credentials: readonly Credential[]; permission?: string; signed: true; bodyLimit: number }
}

/** Entries by the names of their routes. A keyed route without one shares that of its dashboard twin. */
export type Entries = Readonly<Record<string, Entry>>
