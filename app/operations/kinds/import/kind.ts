import { hasPermission, type RequiredPermission } from '#catalog/rules/permissions'
import { countsResult } from '#operations/queries/counts_by_code'
import { defineKind, type Control } from '../kind.js'
import { importResult } from './import_result.js'
import { IMPORT, readImportParams, updates, type ImportParams } from './params.js'
import { IMPORTS } from './store_upload.js'

/** The permission that an API key needs to start an import. */
export const TO_IMPORT = 'license:create'

/** Creates or changes licenses from the records of a file (interface#import, contract#import). */
export const importKind = defineKind({
  type: IMPORT,
  readParams: readImportParams,
  hiddenParams: ['may'],
  permissions: permissionsOf,
  bulk: null,
  appliesDryRun: false,
  plan: null,
  work: {
    by: 'chunk',
    // Loaded by the workers that import: it is the largest part of all kinds.
    run: async (...given) => (await import('./import_part.js')).importPart(...given),
  },
  result: async (trx, operation) => ({
    ...(await importResult(trx, operation)),
    ...(await countsResult(trx, operation)),
  }),
  retryVerdict: async () => ({ allow: true }),
  restOf: null,
  retryNeedsFiles: true,
  undo: null,
  files: { name: IMPORTS, precedeOperation: true },
  resultFile: null,
})

/**
 * An import that changes licenses requires two permissions. Its rows have the permissions of the API key that started
 * it, so a key with fewer permissions must not resume it.
 */
function permissionsOf(control: Control, { onConflict, may }: ImportParams): RequiredPermission[] {
  if (control === 'undo') return [TO_IMPORT]
  const toCancel: RequiredPermission[] = updates(onConflict) ? [TO_IMPORT, 'license:update'] : [TO_IMPORT]
  if (control === 'cancel') return toCancel
  const lent = (['license:revoke', 'license:unrevoke'] as const).filter(
    (one) => !may || hasPermission(may, one)
  )
  return [...toCancel, ...lent]
}
