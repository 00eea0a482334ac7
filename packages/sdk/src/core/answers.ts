import { LatchkeyError, type FieldError } from '../errors.js'
import { retryAfterOf } from './retry_after.js'
import type { Outcome } from './retry.js'

type Envelope = {
  ok?: unknown
  data?: unknown
  error?: { code?: unknown; message?: unknown; details?: FieldError[] }
}

/** Paths that answer GET without an envelope: health, keys, update feeds, files and exports. */
const BARE =
  /^\/(?:health|\.well-known|openapi\.json|v1\/(?:updates|downloads|files)\/)|\/(?:download|export)(?:\?|$)/

/** The data of a successful response. Where the service sends no envelope, the response is the data itself. */
export function readData(response: Response, text: string, method: string, path: string): Outcome<unknown> {
  const body = parsed(text)
  const { ok, data } = Object(body) as Envelope
  if (ok === true) return { value: data === undefined ? body : data }
  const isBare = method === 'GET' && BARE.test(path)
  if (isBare && (body !== undefined || text === '')) return { value: body }
  const message = `Something else than the service answered, with HTTP ${response.status}: check baseUrl`
  return refused(response, 'UNEXPECTED_ANSWER', message, 0)
}

/**
 * Whether a file has no bytes for this request although nothing is wrong: the caller has it as it is (304), or asked
 * for bytes behind its end (416). The headers tell the service's answer from that of another server. A page of another
 * origin may not read those of the file, but it can read only answers of servers that have allowed its origin.
 */
export function hasNoBytes({ status, type, headers }: Response): boolean {
  const proof = { 304: 'etag', 416: 'content-range' }[status]
  return proof !== undefined && headers.has(type === 'cors' ? 'x-request-id' : proof)
}

/** What a redirect says, for people; null for any other response. Web pages see no status and no address. */
export function redirectOf({ status, type, headers }: Response): string | null {
  if (type !== 'opaqueredirect' && ![301, 302, 303, 307, 308].includes(status)) return null
  const to = headers.get('location')
  return to ? `a redirect to ${to}` : 'a redirect'
}

/** Reads the error of a response. A response that is not the service's comes from a proxy or from a wrong URL. */
export function readRefusal(response: Response, text: string, now: number): Outcome<never> {
  const { code, message, details } = (Object(parsed(text)) as Envelope).error ?? {}
  if (typeof code === 'string') {
    return refused(response, code, String(message ?? `HTTP ${response.status}`), now, details)
  }
  const { status } = response
  if (status === 429 || status >= 500) {
    return refused(response, 'UNREACHABLE', `Not the service answered, with HTTP ${status}`, now)
  }
  const hint = redirectOf(response) ?? `HTTP ${status}`
  return refused(response, 'UNEXPECTED_ANSWER', `Not the service answered, with ${hint}: check baseUrl`, now)
}

/** The error for a call without a response. */
export function unreachable(cause: unknown): { error: LatchkeyError; asked: null } {
  const message = `The service cannot be reached: ${reasonOf(cause)}`
  return { error: new LatchkeyError('UNREACHABLE', message, { cause }), asked: null }
}

function refused(
  response: Response,
  code: string,
  message: string,
  now: number,
  details?: FieldError[]
): Outcome<never> {
  const retryAfter = retryAfterOf(response.headers, now)
  const { status, headers } = response
  const facts = { status, requestId: headers.get('x-request-id'), details, retryAfter }
  return { error: new LatchkeyError(code, message, facts), asked: retryAfter }
}

/** `fetch` puts the reason of a failure into `cause`. */
function reasonOf(error: unknown): string {
  const { message, cause } = Object(error) as {
    message?: string
    cause?: { message?: string; code?: string }
  }
  return cause?.message || cause?.code || message || String(error)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
