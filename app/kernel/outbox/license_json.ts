import { EXPORT_COLUMNS } from './export_columns.js'

/** The fields of a license in lists and creations (interface#21-license). */
const LIST_FIELDS = [
  'id',
  'key',
  'productId',
  'status',
  'expiresAt',
  'expiresAfterDays',
  'activatedAt',
  'createdAt',
] as const

/** SQL for the list form of the license `l`: the same fields as `toLicense` of the transformers. */
export const LICENSE_JSON = `jsonb_build_object(${LIST_FIELDS.map(
  (field) => `'${field}', ${EXPORT_COLUMNS[field].json}`
).join(', ')})`
