import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { bodies } from '#config/bodies'
import { JsonTooLarge, parseJson, unstorable } from '#kernel/json/json'
import { jsonFault } from '#kernel/json/json_fault'
import Refusal from '#kernel/refusals/refusal'
import { watchArrival } from './arrival.js'

const JSON_TYPE = /^application\/(?:[a-z0-9.+-]+\+)?json\s*(?:;|$)/i

/**
 * Refuses an encoded body or file: it could grow after its size was checked, and signatures cover the bytes as sent
 * (contract#request-signing).
 * @throws Refusal BAD_REQUEST
 */
export function refuseEncoding(headers: IncomingHttpHeaders, what: 'body' | 'file' = 'body') {
  if (headers['content-encoding'] !== undefined) {
    throw new Refusal('BAD_REQUEST', { message: `Send the ${what} without content-encoding` })
  }
}

/**
 * Bytes. A body with a larger declared length is read into one buffer, because its chunks would stay in memory until
 * they are garbage collected.
 */
const LARGE = 128 * 1024

/**
 * Reads a request to its end, at most `limit` bytes. Further bytes are drained (see `ServiceResponse`), so that the
 * client receives the response instead of a reset connection.
 * @throws Refusal BAD_REQUEST if the body is too large, is cut off, or does not arrive in time.
 */
export function readBody(req: IncomingMessage, limit: number): Promise<Buffer> {
  const declared = Number(req.headers['content-length'] ?? 0)
  return new Promise((resolve, reject) => {
    if (declared > limit) return reject(tooLarge(limit))
    // The client may have left before its body was to be read; no event tells it any more.
    if (req.destroyed) return reject(cutOff())
    const whole = declared > LARGE ? Buffer.allocUnsafeSlow(declared) : null
    const parts: Buffer[] = []
    let size = 0
    const arrived = watchArrival(req, { total: bodies.arrival }, () => reject(tooLate(bodies.arrival)))
    req.on('data', (part: Buffer) => {
      if (whole) part.copy(whole, size)
      else parts.push(part)
      size += part.length
      if (size <= limit) return
      parts.length = 0
      reject(tooLarge(limit))
    })
    req.on('end', () => {
      arrived()
      resolve(whole?.subarray(0, size) ?? (parts.length === 1 ? parts[0] : Buffer.concat(parts)))
    })
    req.on('error', () => {
      arrived()
      reject(cutOff())
    })
  })
}

/**
 * Parses a JSON body.
 * @throws Refusal BAD_REQUEST for anything that is not one JSON object in UTF-8.
 */
export function parseJsonBody(raw: Buffer, contentType: string | undefined): unknown {
  if (!contentType || !JSON_TYPE.test(contentType)) {
    throw new Refusal('BAD_REQUEST', { message: 'Send the body as content-type application/json' })
  }
  const value = parse(decodeUtf8(raw))
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

/** Escapes that can produce a NUL or half of a surrogate pair. UTF-8 decoding has ruled out the other cases. */
const SUSPICIOUS = /\\u(?:0000|[dD][89a-fA-F])/

function parse(text: string): unknown {
  let value: unknown
  try {
    value = parseJson(text, bodies.json)
  } catch (error) {
    if (error instanceof JsonTooLarge) {
      throw new Refusal('BAD_REQUEST', { message: `The body ${error.message}` })
    }
    throw notJson(text)
  }
  const fault = SUSPICIOUS.test(text) ? unstorable(value) : null
  if (fault) throw new Refusal('BAD_REQUEST', { message: `The body contains ${fault}` })
  return value
}

function notJson(text: string) {
  const fault = jsonFault(text)
  const place = fault && ` at line ${fault.line}, column ${fault.column} (character ${fault.offset + 1})`
  return new Refusal('BAD_REQUEST', { message: `The body is not valid JSON${place ?? ''}` })
}

function tooLarge(limit: number) {
  return new Refusal('BAD_REQUEST', { message: `The body is larger than ${limit} bytes` })
}

function cutOff() {
  return new Refusal('BAD_REQUEST', { message: 'The request was cut off' })
}

function tooLate(ms: number) {
  return new Refusal('BAD_REQUEST', { message: `The body did not arrive within ${ms / 1000} seconds` })
}
