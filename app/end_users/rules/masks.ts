import type { ResetKind } from './reset_budget.js'

/**
 * Masks a key except for its end: the last 5 characters, or the last half of a custom key with fewer than 10
 * (contract/09-end-users#91-settings).
 */
export function maskedKey(key: string): string {
  const shown = Math.min(5, Math.floor(key.length / 2))
  return `*****${key.slice(key.length - shown)}`
}

/** Masks a bound device or address, so that its owner can recognize it without seeing the value. */
export function maskedBinding(kind: ResetKind, value: string): string {
  if (kind === 'HWID') return maskedKey(value)
  return value.includes(':')
    ? `${value.split(':').slice(0, 2).join(':')}:*`
    : `${value.split('.').slice(0, 2).join('.')}.*.*`
}
