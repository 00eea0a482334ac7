import vine from '@vinejs/vine'
import { invalidField } from '#exceptions/refusal'
import { LICENSE_STATUSES } from '#domain/license/license'
import { parseTimestamp } from '#domain/timestamps'
import { OPERATION_STATUSES, OPERATION_TYPES } from '#domain/operation/operation'
import { limitField } from './page.js'

/** An ISO 8601 moment, kept as text. */
const moment = vine.string().use(
  vine.createRule((value, _, field) => {
    if (parseTimestamp(value) === null)
      field.report('The {{ field }} field must be an ISO 8601 date', 'moment', field)
  })()
)

const FILTER_FIELDS = ['productId', 'status', 'frozen', 'search', 'createdAfter', 'createdBefore']

/**
 * Unknown fields, and fields without a value, are refused in a filter, other than elsewhere: one that is misspelt or
 * was not filled in would otherwise change every license of the org.
 */
const filter = vine
  .object({
    productId: vine.string().uuid().toLowerCase().optional(),
    status: vine.enum(LICENSE_STATUSES).optional(),
    frozen: vine.boolean({ strict: true }).optional(),
    search: vine.string().minLength(1).maxLength(128).optional(),
    createdAfter: moment.clone().optional(),
    createdBefore: moment.clone().optional(),
  })
  .use(
    vine.createRule((value, _, field) => {
      const sent = field.data.filter as object
      const unknown = Object.keys(sent ?? {}).find((name) => !FILTER_FIELDS.includes(name))
      if (value && unknown) field.report(`A filter has no field ${unknown}`, 'unknown', field)
      const empty = Object.entries(sent ?? {}).find(([, asked]) => asked === null)
      if (value && empty) field.report(`Leave ${empty[0]} out or give it a value`, 'empty', field)
    })()
  )

const target = {
  licenseIds: vine.array(vine.string().uuid().toLowerCase()).minLength(1).maxLength(100_000).optional(),
  filter: filter.optional(),
  dryRun: vine.boolean({ strict: true }).optional(),
}
const reason = vine.string().trim().maxLength(500).optional()

/** The body of a bulk call (contract 5); `bulkTarget` then asks for exactly one of the two targets. */
export const bulkValidator = vine.create({ ...target, reason })

export const bulkExtendValidator = vine.create({
  ...target,
  reason,
  days: vine.number({ strict: true }).withoutDecimals().range([1, 36_500]),
})

/** The body of an undo. */
export const undoValidator = vine.create({ reason: reason.clone() })

/** Query of the list of operations. */
export const operationListValidator = vine.create({
  type: vine.enum(OPERATION_TYPES).optional(),
  status: vine.enum(OPERATION_STATUSES).optional(),
  limit: limitField(),
})

/** Query of the items of an operation. */
export const itemListValidator = vine.create({
  outcome: vine.enum(['skipped', 'failed'] as const).optional(),
  limit: limitField(),
})

const flag = vine.enum(['true', 'false'] as const).transform((value) => value === 'true')

/** Query of an import. */
export const importValidator = vine.create({
  productId: vine.string().uuid().toLowerCase().optional(),
  onConflict: vine.enum(['fail', 'skip', 'update'] as const).optional(),
  dryRun: flag.clone().optional(),
})

/** The same, typed in at a console. */
export const importOptionsValidator = vine.create({
  onConflict: vine.enum(['fail', 'skip', 'update'] as const).optional(),
})

/** Query of an export. */
export const exportValidator = vine.create({
  productId: vine.string().uuid().toLowerCase().optional(),
  format: vine.enum(['csv', 'json'] as const).optional(),
  status: vine.enum(LICENSE_STATUSES).optional(),
  frozen: flag.clone().optional(),
  search: vine
    .string()
    .maxLength(128)
    .regex(/^[^\0]*$/)
    .optional(),
})

/** Exactly one of `licenseIds` and `filter`. Errors: VALIDATION_ERROR. */
export function assertOneTarget(body: { licenseIds?: unknown; filter?: unknown }) {
  if ((body.licenseIds === undefined) === (body.filter === undefined)) {
    throw invalidField('licenseIds', 'Send exactly one of licenseIds and filter')
  }
}
