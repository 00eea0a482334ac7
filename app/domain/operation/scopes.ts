import type { ApiScope } from '#domain/api_key/scopes'
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

/** The scope that an API key needs to start an operation, cancel it or let it go on: that of the single form. */
export function scopeOfOperation(type: OperationType, params: Record<string, unknown> = {}): ApiScope {
  return type === 'licenses.undo' ? scopeOfUndo(params.type as OperationType) : SCOPES[type]
}

/** Undoing a revocation is an unrevocation, and the other way round. */
export function scopeOfUndo(undone: OperationType): ApiScope {
  if (undone === 'licenses.revoke') return 'license:unrevoke'
  if (undone === 'licenses.unrevoke') return 'license:revoke'
  return scopeOfOperation(undone)
}
