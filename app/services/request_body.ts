import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { parseJson, unstorable } from '#domain/json'
import Refusal from '#exceptions/refusal'

const JSON_TYPE = /^application\/(?:[a-z0-9.+-]+\+)?json\s*(?:;|$)/i

/** How deep a JSON body may nest; deeper input is made to hurt, not to say something. */
const MAX_DEPTH = 64

/**
 * Refuses a body or file that is encoded: it could grow after its limit was checked, and signatures are made over the
 * bytes as sent (contract 4). Errors: BAD_REQUEST.
 */
export function refuseEncoding(headers: IncomingHttpHeaders, what: 'body' | 'file' = 'body') {
  const encoding = headers['content-encoding']
  if (encoding && encoding !== 'identity') {
    throw new Refusal('BAD_REQUEST', { message: `Send the ${what} without content-encoding` })
  }
}

/**
 * Reads a request to its end, at most `limit` bytes. What comes after the limit is thrown away unread into
 * memory, so that the client gets the answer instead of a reset connection.
 */
export function readBody(req: IncomingMessage, limit: number): Promise<Buffer> {
  const declared = Number(req.headers['content-length'] ?? 0)
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    req.on('data', (part: Buffer) => {
      size += part.length
      if (size <= limit && declared <= limit) parts.push(part)
      else parts.length = 0
    })
    req.on('end', () => {
      if (size > limit) reject(tooLarge(limit))
      else resolve(parts.length === 1 ? parts[0] : Buffer.concat(parts))
    })
    req.on('error', () => reject(new Refusal('BAD_REQUEST', { message: 'The request was cut off' })))
  })
}

/** The value of a JSON body. Errors: BAD_REQUEST for anything that is not one JSON document in UTF-8. */
export function parseJsonBody(raw: Buffer, contentType: string | undefined): unknown {
  if (!contentType || !JSON_TYPE.test(contentType)) {
    throw new Refusal('BAD_REQUEST', { message: 'Send the body as content-type application/json' })
  }
  const text = decodeUtf8(raw)
  if (nestsDeeperThan(text, MAX_DEPTH)) {
    throw new Refusal('BAD_REQUEST', { message: `The body nests deeper than ${MAX_DEPTH} levels` })
  }
  const value = parse(text)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new Refusal('BAD_REQUEST', { message: 'The body must be a JSON object' })
  }
  return value
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decodeUtf8(raw: Buffer): string {
  try {
    return utf8.decode(raw)
  } catch {
    throw new Refusal('BAD_REQUEST', { message: 'The body is not valid UTF-8' })
  }
}

/** Escapes that can put a NUL or half of a surrogate pair into a string; anything else UTF-8 has ruled out. */
const SUSPICIOUS = /\\u(?:0000|[dD][89a-fA-F])/

function parse(text: string): unknown {
  let value: unknown
  try {
    value = parseJson(text)
  } catch {
    throw new Refusal('BAD_REQUEST', { message: 'The body is not valid JSON' })
  }
  const fault = SUSPICIOUS.test(text) ? unstorable(value) : null
  if (fault) throw new Refusal('BAD_REQUEST', { message: `The body holds ${fault}` })
  return value
}

/** Counts brackets outside strings: cheap, and it keeps the parser away from hostile nesting. */
function nestsDeeperThan(text: string, max: number): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (inString) {
      if (char === 92) at++
      else if (char === 34) inString = false
    } else if (char === 34) inString = true
    else if (char === 91 || char === 123) {
      if (++depth > max) return true
    } else if (char === 93 || char === 125) depth--
  }
  return false
}

function tooLarge(limit: number) {
  return new Refusal('BAD_REQUEST', { message: `The body is larger than ${limit} bytes` })
}
