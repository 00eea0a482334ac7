/**
 * The signed text of requests and responses (interface#54-request-signing, interface#55-signed-responses): the parts,
 * joined by single line feeds. Paths are as sent, without the query string; hashes are lowercase hex SHA-256.
 */

/** How far a signer's clock may differ, in seconds (interface#8-limits). */
export const CLOCK_SKEW = 300

/**
 * How long a nonce counts as used, in milliseconds (contract/01-changes#bounds). A clock that is ahead can write a
 * timestamp early, so the timestamp is accepted for twice the skew. Seconds are compared as whole numbers, which adds
 * up to two seconds.
 */
export const NONCE_WINDOW = 602_000

const UNIX_SECONDS = /^\d{1,12}$/
const HMAC = /^[0-9a-f]{64}$/
const RESPONSE_NONCE = /^[A-Za-z0-9_-]{16,64}$/

/** The headers of a signed request (interface#54-request-signing); undefined means missing. */
export type SentSignature = { timestamp?: string; nonce?: string; signature?: string }

export type SigningHeaders = { timestamp: string; nonce: string; signature: string }

/** Returns the three headers, or null if one is missing. An empty header counts as missing. */
export function completeHeaders({ timestamp, nonce, signature }: SentSignature): SigningHeaders | null {
  return timestamp && nonce && signature ? { timestamp, nonce, signature } : null
}

/** Returns a message if a header has the wrong format; null if the headers can be checked. */
export function malformedHeader({ timestamp, nonce, signature }: SigningHeaders): string | null {
  if (!UNIX_SECONDS.test(timestamp)) return 'X-Svc-Timestamp must be Unix seconds'
  if (nonce.length < 16 || nonce.length > 64) return 'X-Svc-Nonce must have 16 to 64 characters'
  if (!HMAC.test(signature)) return 'X-Svc-Signature must be a lowercase hex HMAC-SHA256'
  return null
}

/** Returns true if a timestamp in Unix seconds is within the allowed skew of `now`, in milliseconds. */
export function isTimely(timestamp: string, now: number): boolean {
  return Math.abs(Number(timestamp) - Math.floor(now / 1000)) <= CLOCK_SKEW
}

/** The path of a request target: the part before the query string. */
export function pathOf(target: string): string {
  const query = target.indexOf('?')
  return query === -1 ? target : target.slice(0, query)
}

/**
 * Returns a path without percent-encoding and trailing slashes, as routes are matched; null if it cannot be decoded.
 */
export function plainPath(path: string): string | null {
  if (!/%|\/$/.test(path)) return path
  try {
    return withoutClosingSlashes(decodeURIComponent(path))
  } catch {
    return null
  }
}

/** A loop, because a regular expression takes quadratic time on many slashes. */
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
 * Returns the nonce that binds a response to its request, or null if its format is wrong
 * (interface#55-signed-responses).
 */
export function responseNonce(sent: string | string[] | undefined): string | null {
  return typeof sent === 'string' && RESPONSE_NONCE.test(sent) ? sent : null
}

/** The text that the Ed25519 signature of a response signs: version 2 with a nonce, otherwise version 1. */
export function responseString(
  response: { timestamp: string; method: string; path: string; bodySha256: string },
  nonce: string | null
): string {
  const { timestamp, method, path, bodySha256 } = response
  const version = nonce === null ? 'v1' : 'v2'
  const signed = `${version}\n${timestamp}\n${method.toUpperCase()}\n${path}\n${bodySha256}`
  return nonce === null ? signed : `${signed}\n${nonce}`
}
