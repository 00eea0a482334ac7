import vine from '@vinejs/vine'
import { DELIMITER_NAMES, EXPORT_FORMATS } from '#operations/kinds/export/params'
import { OPERATION_TYPES } from '#operations/kinds/registry'
import { OPERATION_STATUSES } from '#operations/rules/operation'
import { flag, reason } from '#http/fields'
import { queryFilter } from '#licensing/http/license_filter_input'
import { cursorField, limitField } from '#http/page'
import { strict, strictQuery } from '#http/strict'

/** The body of an undo. */
export const undoValidator = strict({ reason: reason() })

/** Query of the list of operations. */
export const operationListValidator = strictQuery({
  cursor: cursorField(),
  type: vine.enum(OPERATION_TYPES).optional(),
  status: vine.enum(OPERATION_STATUSES).optional(),
  dryRun: flag().optional(),
  limit: limitField(),
})

/** Query of the items of an operation. */
export const itemListValidator = strictQuery({
  cursor: cursorField(),
  outcome: vine.enum(['skipped', 'failed'] as const).optional(),
  format: vine.enum(['json', 'csv'] as const).optional(),
  bom: flag().optional(),
  limit: limitField(),
})

/** Query of an export. */
export const exportValidator = strictQuery({
  ...queryFilter(),
  format: vine.enum(EXPORT_FORMATS).optional(),
  delimiter: vine.enum(DELIMITER_NAMES).optional(),
  bom: flag().optional(),
})
