import Type, { type Static } from 'typebox'
import { LICENSE_STATUSES } from '#licensing/rules/license'
import { CHANNELS } from '#catalog/rules/release_channels'
import { LICENSE_FATES } from '#licensing/rules/license_fate'
import type { BulkParams } from '#operations/kinds/bulk_params'
import type { BulkRoute } from '#operations/kinds/kind'
import { DELIMITER_NAMES, EXPORT_FORMATS, type ExportShape } from '#operations/kinds/export/params'
import type { importResult } from '#operations/kinds/import/import_result'
import { CONFLICT_RULES, type ImportParams } from '#operations/kinds/import/params'
import type { countsResult } from '#operations/queries/counts_by_code'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'

const { choice, flag, list, moment, nullable, object, optional, text, uuid, whole } = shape

/** The filter of the request, with its times in UTC. */
const filter = {
  productId: optional(uuid()),
  status: optional(choice(LICENSE_STATUSES)),
  endUserId: optional(uuid('The owner. Not shown to API keys without the permission `end_user:read`.')),
  createdAfter: optional(moment()),
  createdBefore: optional(moment()),
  expiresAfter: optional(moment()),
  expiresBefore: optional(moment()),
  search: optional(text()),
  tierId: optional(uuid()),
  feature: optional(text()),
  frozen: optional(flag()),
}

const bulk = {
  reason: optional(text()),
  filter: optional(
    object(
      { ...filter, exceptIds: optional(list(uuid())) },
      'Selects the licenses. Absent if the request listed the licenses.'
    )
  ),
}
same<keyof BulkParams, keyof typeof bulk>(true)

const applied = { appliedFrom: optional(uuid('The dry run that this operation applies.')) }

const rights = {
  updatesUntil: optional(nullable(moment())),
  maxVersion: optional(nullable(text())),
  channels: optional(nullable(list(choice(CHANNELS)))),
}

/** The params of a bulk change, with the fields that its route requires. */
export function bulkParamsShape({ numbers, ids = [], updateRights }: BulkRoute) {
  const own = Object.fromEntries([
    ...Object.keys(numbers).map((name) => [name, whole()] as const),
    ...ids.map((name) => [name, nullable(uuid())] as const),
  ])
  return object({ ...bulk, ...own, ...(updateRights && rights), ...applied })
}

/** The params of an import, from its request and from the head of its file. */
export const ImportParamsShape = object({
  format: choice(['csv', 'ndjson', 'json']),
  columns: list(text(), 'The field that each column of the file holds.'),
  delimiter: text(),
  headings: optional(list(text(), 'The column headings of the file, if they differ from the field names.')),
  productId: nullable(uuid('The product of every row. null if a column of the file gives the product.')),
  onConflict: choice(CONFLICT_RULES),
  dateFormat: optional(text()),
  foreignLine: optional(whole('The line of the first record that is not UTF-8.')),
})
same<Omit<ImportParams, 'may'>, Static<typeof ImportParamsShape>>(true)

/** The params of the erasure of an end user who has many licenses. */
export const EraseParamsShape = object({
  ...bulk,
  endUserId: uuid('The end user who was erased.'),
  licenses: choice(LICENSE_FATES, 'What happens to the licenses. Their owner is removed in any case.'),
})

export const MergeParamsShape = object({
  ...bulk,
  fromId: uuid('The end user who was merged and no longer exists.'),
  endUserId: uuid('The end user who received all records.'),
})

const written = {
  format: choice(EXPORT_FORMATS),
  delimiter: optional(choice(DELIMITER_NAMES)),
  bom: optional(flag()),
}
same<ExportShape, Static<ReturnType<typeof object<typeof written>>>>(true)

/** The params of an export: how it is written, and its filter. */
export const ExportParamsShape = object({ ...written, ...filter })

/** The params of an undo. */
export const UndoParamsShape = object({
  operationId: uuid('The operation that is undone.'),
  type: text('The type of the operation that is undone.'),
  reason: optional(text()),
})

const counts = () =>
  Type.Unsafe<Record<string, number>>({ type: 'object', additionalProperties: { type: 'integer' } })

/** The items that did not succeed, counted by code. */
export const CountsResultShape = object({ skippedBy: counts(), failedBy: counts() })
same<Awaited<ReturnType<typeof countsResult>>, Static<typeof CountsResultShape>>(true)

const imported = {
  created: whole('The number of licenses created.'),
  updated: whole('The number of licenses updated.'),
  ignoredColumns: list(text()),
}
same<Awaited<ReturnType<typeof importResult>>, Static<ReturnType<typeof object<typeof imported>>>>(true)

/** The result of an import. */
export const ImportResultShape = object({ ...imported, ...CountsResultShape.properties })

/** The result of an export; without a link once the file is deleted. */
export const ExportResultShape = object({
  format: choice(EXPORT_FORMATS),
  rows: whole(),
  bytes: whole(),
  sha256: text('Lowercase hex; also the ETag of the file.'),
  downloadUrl: optional(text('A download link that needs no other credential.')),
  downloadUrlExpiresAt: optional(moment('The link expires one hour after this response.')),
})
