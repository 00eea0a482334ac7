import { hasScope, type ApiScope } from '#catalog/rules/scopes'
import type { OperationType } from './operation.js'

const SCOPES: Record<Exclude<OperationType, 'licenses.undo'>, ApiScope> = {
  'licenses.freeze': 'license:update',
  'licenses.unfreeze': 'license:update',
  'licenses.revoke': 'license:revoke',
  'licenses.unrevoke': 'license:unrevoke',
  'licenses.extend': 'license:update',
  'licenses.delete': 'license:delete',
  'licenses.import': 'license:create',
  'licenses.export': 'license:read',
}

/** The scope that an API key needs to start an operation: that of the single form (contract#api-key-family). */
function scopeOfOperation(type: OperationType, params: Record<string, unknown> = {}): ApiScope {
  return type === 'licenses.undo' ? scopeOfUndo(params.type as OperationType) : SCOPES[type]
}

/** Every scope that an API key needs to cancel an operation: an import that changes licenses takes two. */
export function scopesToCancel(type: OperationType, params: Record<string, unknown> = {}): ApiScope[] {
  const changes = type === 'licenses.import' && String(params.onConflict).startsWith('update')
  return [scopeOfOperation(type, params), ...(changes ? (['license:update'] as const) : [])]
}

/**
 * Every scope that an API key needs to let an operation go on. The rows of an import may do what the key could that asked
 * for it, so a key that can do less does not let it go on.
 */
export function scopesToRetry(type: OperationType, params: Record<string, unknown> = {}): ApiScope[] {
  const may = type === 'licenses.import' ? (params.may as string[] | undefined) : undefined
  const lent = (['license:revoke', 'license:unrevoke'] as const).filter((scope) =>
    may ? hasScope(may, scope) : type === 'licenses.import'
  )
  return [...scopesToCancel(type, params), ...lent]
}

/** Every scope that an API key needs to undo an operation; an undo itself is never undone. */
export function scopesToUndo(type: OperationType): ApiScope[] {
  return type === 'licenses.undo' ? [] : [scopeOfUndo(type)]
}

/** Undoing a revocation is an unrevocation, and the other way round. */
function scopeOfUndo(undone: OperationType): ApiScope {
  if (undone === 'licenses.revoke') return 'license:unrevoke'
  if (undone === 'licenses.unrevoke') return 'license:revoke'
  return scopeOfOperation(undone)
}
