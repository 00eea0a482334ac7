/**
 * The signed text of requests and responses (interface#54-request-signing, interface#55-signed-responses): the parts
 * joined by a single line feed. Paths are as sent, without the query string; hashes are lowercase hex SHA-256.
 */

/** The most that a signer's clock may be off, in seconds (interface#8-limits). */
export const CLOCK_SKEW = 300

/**
 * How long a nonce stays used, in milliseconds (contract/01-changes#bounds): as long as a timestamp is good from the
 * moment that a clock which is ahead may write it. Seconds are compared whole, so that is up to two seconds more than
 * twice the skew.
 */
export const NONCE_WINDOW = 602_000

const UNIX_SECONDS = /^\d{1,12}$/
const HMAC = /^[0-9a-f]{64}$/
const RESPONSE_NONCE = /^[A-Za-z0-9_-]{16,64}$/

/** The headers of a signed request (interface#54-request-signing); undefined is one that is missing. */
export type SentSignature = { timestamp?: string; nonce?: string; signature?: string }

export type SigningHeaders = { timestamp: string; nonce: string; signature: string }

/** The three headers when each of them is there, else null; an empty one is missing. */
export function completeHeaders({ timestamp, nonce, signature }: SentSignature): SigningHeaders | null {
  return timestamp && nonce && signature ? { timestamp, nonce, signature } : null
}

/** The problem with the form of the headers, as a message; null when they can be checked. */
export function malformedHeader({ timestamp, nonce, signature }: SigningHeaders): string | null {
  if (!UNIX_SECONDS.test(timestamp)) return 'X-Svc-Timestamp must be Unix seconds'
  if (nonce.length < 16 || nonce.length > 64) return 'X-Svc-Nonce must have 16 to 64 characters'
  if (!HMAC.test(signature)) return 'X-Svc-Signature must be a lowercase hex HMAC-SHA256'
  return null
}

/** Whether a timestamp in Unix seconds is within the allowed skew of `now`, in milliseconds. */
export function isTimely(timestamp: string, now: number): boolean {
  return Math.abs(Number(timestamp) - Math.floor(now / 1000)) <= CLOCK_SKEW
}

/** The path of a request target: what stands before the query string. */
export function pathOf(target: string): string {
  const query = target.indexOf('?')
  return query === -1 ? target : target.slice(0, query)
}

/** A path without percent-encoding and closing slashes, as routes are found by it; null when it cannot be decoded. */
export function plainPath(path: string): string | null {
  if (!/%|\/$/.test(path)) return path
  try {
    return withoutClosingSlashes(decodeURIComponent(path))
  } catch {
    return null
  }
}

/** A pattern would look for the end again from each of the slashes before it. */
function withoutClosingSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}

/** The text that the HMAC of a request signs. */
export function requestString(
  method: string,
  path: string,
  { timestamp, nonce }: { timestamp: string; nonce: string },
  bodySha256: string
): string {
  return `${method.toUpperCase()}\n${path}\n${timestamp}\n${nonce}\n${bodySha256}`
}

/**
 * The nonce that binds a response to its request, when it was sent in the right form (interface#55-signed-responses).
 */
export function responseNonce(sent: string | string[] | undefined): string | null {
  return typeof sent === 'string' && RESPONSE_NONCE.test(sent) ? sent : null
}

/** The text that the Ed25519 signature of a response signs: version 2 with a nonce, else version 1. */
export function responseString(
  response: { timestamp: string; method: string; path: string; bodySha256: string },
  nonce: string | null
): string {
  const { timestamp, method, path, bodySha256 } = response
  const version = nonce === null ? 'v1' : 'v2'
  const signed = `${version}\n${timestamp}\n${method.toUpperCase()}\n${path}\n${bodySha256}`
  return nonce === null ? signed : `${signed}\n${nonce}`
}
