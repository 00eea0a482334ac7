import type { Body } from './transport.js'

/** A JSON body; undefined for undefined. */
export function jsonBody(value: unknown): Body | undefined {
  if (value === undefined) return undefined
  const text = JSON.stringify(value)
  return { type: 'application/json', content: () => text }
}
