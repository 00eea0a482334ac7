import { toRepeat } from '../bulk_params.js'
import { defineKind } from '../kind.js'
import { EXPORT, readExportFile, readExportParams } from './params.js'
import { EXPORTS, writeExport } from './write_export.js'

/** The permission that an API key needs to start an export. */
export const TO_EXPORT = 'license:read'

/** Writes licenses into a file (interface#export, contract#export). */
export const exportKind = defineKind({
  type: EXPORT,
  readParams: readExportParams,
  hiddenParams: [],
  permissions: (control, { filter }) =>
    control === 'retry' ? [TO_EXPORT, ...toRepeat(filter)] : [TO_EXPORT],
  bulk: null,
  appliesDryRun: false,
  plan: null,
  work: { by: 'whole', run: writeExport },
  // The work has already stored the result; an export has no items to count.
  result: async (_, { result }) => result,
  retryVerdict: async () => ({ allow: true }),
  restOf: null,
  retryNeedsFiles: false,
  undo: null,
  files: { name: EXPORTS, precedeOperation: false },
  resultFile: readExportFile,
})
