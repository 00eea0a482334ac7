import type { HttpContext } from '@adonisjs/core/http'
import Refusal from '#kernel/refusals/refusal'

const FORMAT = /^[A-Za-z0-9_-]{8,128}$/
const WRITES = new Set(['POST', 'PATCH', 'PUT', 'DELETE'])

/** Returns true if requests with this method can have an Idempotency-Key. */
export const isWrite = (method: string) => WRITES.has(method)

/** The Idempotency-Key of a write; null if there is none. @throws Refusal BAD_IDEMPOTENCY_KEY */
export function sentKey(ctx: HttpContext): string | null {
  const key = keyAsSent(ctx)
  if (key !== null && !FORMAT.test(key)) throw new Refusal('BAD_IDEMPOTENCY_KEY')
  return key
}

/** The Idempotency-Key of a write; null if there is none under which an answer can be stored. */
export function wellFormedKey(ctx: HttpContext): string | null {
  const key = keyAsSent(ctx)
  return key !== null && FORMAT.test(key) ? key : null
}

function keyAsSent({ request }: HttpContext): string | null {
  // Not `request.header()`: an empty value must count as sent.
  const key = request.request.headers['idempotency-key']
  return typeof key === 'string' && isWrite(request.method()) ? key : null
}
