import type { Body } from './transport.js'

/** A body of JSON; none for undefined. */
export function jsonBody(value: unknown): Body | undefined {
  if (value === undefined) return undefined
  const text = JSON.stringify(value)
  return { type: 'application/json', content: () => text }
}
