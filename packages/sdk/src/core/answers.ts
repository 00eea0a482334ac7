import { LatchkeyError, type FieldError } from '../errors.js'
import { retryAfterOf } from './retry_after.js'
import type { Outcome } from './retry.js'

type Envelope = {
  ok?: unknown
  data?: unknown
  error?: { code?: unknown; message?: unknown; details?: FieldError[] }
}

/** The data of a successful response. A response without an envelope, such as /health, is the data itself. */
export function readData(response: Response, text: string): Outcome<unknown> {
  if (text === '') return { value: undefined }
  const body = parsed(text)
  if (body === undefined) {
    const message = `Something else than the service answered, with HTTP ${response.status}: check baseUrl`
    return refused(response, 'UNEXPECTED_ANSWER', message, 0)
  }
  const { ok, data } = Object(body) as Envelope
  return { value: ok === true && data !== undefined ? data : body }
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
  const elsewhere = response.headers.get('location')
  const hint = elsewhere ? `a redirect to ${elsewhere}` : `HTTP ${status}`
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
