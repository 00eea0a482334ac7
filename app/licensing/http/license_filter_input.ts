import vine from '@vinejs/vine'
import { FEATURE_NAME } from '#catalog/rules/features'
import { LICENSE_STATUSES } from '#licensing/rules/license'
import { documented } from '#http/documented'
import { flag, moment, momentFrom, uuid } from '#http/fields'

const search = () => vine.string().trim().maxLength(128)

/** The filter of a license list, a bulk change, an export and a dry run (contract/01-changes#one-filter). */
const filterFields = () => ({
  productId: uuid().optional(),
  status: vine.enum(LICENSE_STATUSES).optional(),
  endUserId: uuid().optional(),
  createdAfter: moment().optional(),
  createdBefore: momentFrom('createdAfter'),
  expiresAfter: moment().optional(),
  expiresBefore: momentFrom('expiresAfter'),
  tierId: uuid().optional(),
  feature: vine.string().regex(FEATURE_NAME).optional(),
})

/** The filter as query parameters. */
export const queryFilter = () => ({
  ...filterFields(),
  search: search().optional(),
  frozen: flag().optional(),
})

/** The most licenses that a bulk filter can leave out. */
const MAX_EXCEPTIONS = 1000

/**
 * The filter of a bulk body. It refuses a field without a value: to ignore such a field could change every license of
 * the org.
 */
export const bodyFilter = () =>
  vine
    .object({
      ...filterFields(),
      search: search()
        .minLength(1)
        .use(documented({ pattern: '\\S' }))
        .optional(),
      frozen: vine.boolean({ strict: true }).optional(),
      exceptIds: vine.array(uuid()).minLength(1).maxLength(MAX_EXCEPTIONS).optional(),
    })
    .use(everyFieldHasValue())

const everyFieldHasValue = vine.createRule((value, _, field) => {
  const sent = (field.data as { filter?: object }).filter ?? {}
  if (!value) return
  for (const [name, asked] of Object.entries(sent)) {
    if (asked !== null) continue
    const own = { ...field, name, getFieldPath: () => `${field.getFieldPath()}.${name}` }
    field.report(`${name} has no value: send a value, or omit the field`, 'empty', own)
  }
})
