import vine from '@vinejs/vine'
import { reason, uuid, whole } from '#http/fields'
import { strict } from '#http/strict'
import { listOf, type ReadList } from '#kernel/json/long_lists'
import { invalidField } from '#kernel/refusals/refusal'
import { iso } from '#kernel/time/iso'
import { bodyFilter } from '#licensing/http/license_filter_input'
import { updateRightsFields } from '#licensing/http/update_rights_input'
import type { BulkChange } from '#operations/actions/start_bulk_change'
import type { BulkRoute } from '#operations/kinds/kind'
import { BULK_CHANGES, type OperationType } from '#operations/kinds/registry'

/** The body middleware has already taken the two lists out of the body; only null can be left. */
const fields = () => ({
  licenseIds: vine.literal(null).optional(),
  licenseKeys: vine.literal(null).optional(),
  filter: bodyFilter().optional(),
  expectedTotal: whole().range([0, 2_147_483_647]).optional(),
  dryRun: vine.boolean({ strict: true }).optional(),
  reason: reason(),
})

function bodyOf({ numbers, ids = [], updateRights }: BulkRoute) {
  const own = Object.fromEntries([
    ...Object.entries(numbers).map(([name, [least, largest]]) => [name, whole().range([least, largest])]),
    ...ids.map((name) => [name, uuid().nullable()]),
    ...Object.entries(updateRights ? updateRightsFields() : {}),
  ])
  return { names: Object.keys(own), validator: strict({ ...fields(), ...own }) }
}

const BODIES = new Map(BULK_CHANGES.map(({ type, bulk }) => [type, bodyOf(bulk)]))

/** The validator of a bulk body, without the two lists. */
export function bulkValidator(type: OperationType) {
  return BODIES.get(type)!.validator
}

/**
 * Reads the body of a bulk request (contract#bulk-requests, contract/01-changes#one-filter,
 * contract/01-changes#bulk-import-export). @throws Refusal VALIDATION_ERROR
 */
export async function bulkBody(
  type: OperationType,
  body: unknown,
  lists: Record<string, ReadList>
): Promise<BulkChange> {
  const { names, validator } = BODIES.get(type)!
  const read = await validator.validate(body)
  const { licenseIds, licenseKeys } = lists
  const { filter, expectedTotal, dryRun, reason: why } = read
  const given = [licenseIds, licenseKeys, filter].filter((one) => one !== undefined && one !== null)
  if (given.length !== 1) {
    throw invalidField('licenseIds', 'Send exactly one of licenseIds, licenseKeys and filter')
  }
  const own = Object.fromEntries(Object.entries(read).filter(([name]) => names.includes(name)))
  if (typeof own.updatesUntil === 'number') own.updatesUntil = iso(own.updatesUntil)
  const rest = { expectedTotal, dryRun, reason: why, own }
  if (filter) return { ...rest, filter }
  if (licenseKeys) return { ...rest, licenseKeys: listOf(licenseKeys) }
  return { ...rest, licenseIds: listOf(licenseIds) }
}
