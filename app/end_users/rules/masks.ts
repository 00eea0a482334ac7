import type { ResetKind } from './reset_budget.js'

/**
 * A key of which only the end is readable: its last 5 characters, and of a custom key of less than 10 only its last half
 * (contract/09-end-users#91-settings).
 */
export function maskedKey(key: string): string {
  const shown = Math.min(5, Math.floor(key.length / 2))
  return `*****${key.slice(key.length - shown)}`
}

/** A bound device or address as its owner can tell it from others, without the value itself. */
export function maskedBinding(kind: ResetKind, value: string): string {
  if (kind === 'HWID') return maskedKey(value)
  return value.includes(':')
    ? `${value.split(':').slice(0, 2).join(':')}:*`
    : `${value.split('.').slice(0, 2).join('.')}.*.*`
}
