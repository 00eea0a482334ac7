import vine from '@vinejs/vine'
import type { BulkChange } from '#operations/actions/start_bulk_change'
import { invalidField } from '#kernel/refusals/refusal'
import { MAX_DAYS } from '#licensing/rules/terms'
import { OPERATION_STATUSES, OPERATION_TYPES, type OperationType } from '#operations/rules/operation'
import { distinctIds, distinctKeys } from '#licensing/http/bulk_targets'
import { flag, reason, whole } from '#http/fields'
import { bodyFilter, queryFilter } from '#licensing/http/license_filter_input'
import { cursorField, limitField } from '#http/page'
import { strict, strictQuery } from '#http/strict'

/** `bulkBody` reads the two lists, which are too long to be read element by element. */
const target = {
  licenseIds: vine.any().optional(),
  licenseKeys: vine.any().optional(),
  filter: bodyFilter().optional(),
  expectedTotal: whole().range([0, 2_147_483_647]).optional(),
  dryRun: vine.boolean({ strict: true }).optional(),
}

const bulkValidator = strict({ ...target, reason: reason() })
const bulkExtendValidator = strict({
  ...target,
  reason: reason(),
  days: whole().range([1, MAX_DAYS]),
})

/**
 * The body of a bulk call (contract#bulk-requests, contract/01-changes#one-filter,
 * contract/01-changes#bulk-import-export). Errors: VALIDATION_ERROR.
 */
export async function bulkBody(type: OperationType, body: unknown): Promise<BulkChange> {
  const validator = type === 'licenses.extend' ? bulkExtendValidator : bulkValidator
  const { licenseIds, licenseKeys, filter, ...rest } = await validator.validate(body)
  const given = [licenseIds, licenseKeys, filter].filter((one) => one !== undefined && one !== null)
  if (given.length !== 1) {
    throw invalidField('licenseIds', 'Send exactly one of licenseIds, licenseKeys and filter')
  }
  if (filter) return { ...rest, filter }
  if (licenseKeys) return { ...rest, licenseKeys: await distinctKeys('licenseKeys', licenseKeys) }
  return { ...rest, licenseIds: await distinctIds('licenseIds', licenseIds) }
}

/** The body of an undo. */
export const undoValidator = strict({ reason: reason() })

/** Query of the list of operations. */
export const operationListValidator = strictQuery({
  cursor: cursorField(),
  type: vine.enum(OPERATION_TYPES).optional(),
  status: vine.enum(OPERATION_STATUSES).optional(),
  limit: limitField(),
})

/** Query of the items of an operation. */
export const itemListValidator = strictQuery({
  cursor: cursorField(),
  outcome: vine.enum(['skipped', 'failed'] as const).optional(),
  limit: limitField(),
})

/** Query of an export. */
export const exportValidator = strictQuery({
  ...queryFilter(),
  format: vine.enum(['csv', 'json'] as const).optional(),
  delimiter: vine.enum(['comma', 'semicolon', 'tab'] as const).optional(),
  bom: flag().optional(),
})
