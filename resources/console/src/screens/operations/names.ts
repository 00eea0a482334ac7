import type { Operation, OperationItem } from '../../api/types'

const NAMES: Record<Operation['type'], string> = {
  'licenses.freeze': 'Freeze',
  'licenses.unfreeze': 'Unfreeze',
  'licenses.revoke': 'Revoke',
  'licenses.unrevoke': 'Restore',
  'licenses.suspend': 'Suspend',
  'licenses.unsuspend': 'Lift suspension',
  'licenses.extend': 'Extend',
  'licenses.set_tier': 'Change tier',
  'licenses.set_updates': 'Change updates',
  'licenses.reset_hwid': 'Reset devices',
  'licenses.reset_ip': 'Reset IP addresses',
  'licenses.delete': 'Delete',
  'licenses.import': 'Import',
  'licenses.export': 'Export',
  'licenses.undo': 'Undo',
  'end_users.merge': 'Merge end users',
  'end_users.erase_licenses': 'Delete licenses of an erased person',
}

/** Operation types for the filter, with their names. */
export const TYPES = Object.entries(NAMES) as [Operation['type'], string][]

export function operationName({ type, dryRun }: Pick<Operation, 'type' | 'dryRun'>): string {
  return `${NAMES[type]}${dryRun ? ' (check)' : ''}`
}

export const isFinal = (status: Operation['status']) =>
  status === 'completed' || status === 'failed' || status === 'cancelled'

const CODES: Record<OperationItem['code'], string> = {
  ALREADY_FROZEN: 'already frozen',
  NOT_FROZEN: 'not frozen',
  ALREADY_REVOKED: 'already revoked',
  NOT_REVOKED: 'not revoked',
  ALREADY_SUSPENDED: 'already suspended',
  NOT_SUSPENDED: 'not suspended',
  ALREADY_IN_TIER: 'already in this tier',
  NO_EXPIRATION: 'never expires',
  CHANGED_SINCE: 'changed in the meantime',
  ALREADY_EXISTS: 'already exists',
  UNCHANGED: 'unchanged',
  LICENSE_NOT_FOUND: 'not found',
  VALIDATION_ERROR: 'invalid',
  PRODUCT_NOT_FOUND: 'unknown product',
  PERMISSION_DENIED: 'not permitted',
  CONFLICT: 'conflict',
}

/** Returns a short text for the reason code of an item. */
export const reasonName = (code: string) => CODES[code as OperationItem['code']] ?? code

const DONE: Record<string, [done: string, would: string]> = {
  'licenses.import': ['Imported', 'Would import'],
  'licenses.export': ['Written', 'Would write'],
}

/** Returns the label for the number of licenses that an operation has processed successfully, or would in a check. */
export function doneWord({ type, dryRun }: Pick<Operation, 'type' | 'dryRun'>): string {
  const [done, would] = DONE[type] ?? ['Changed', 'Would change']
  return dryRun ? would : done
}
