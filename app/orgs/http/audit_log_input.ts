import vine from '@vinejs/vine'
import { assertCsvOptions } from '#kernel/refusals/csv_options'
import { invalidField } from '#kernel/refusals/refusal'
import { flag, moment, uuid } from '#http/fields'
import { cursorField, DEFAULT_LIMIT, limitField, uuidCursorOf } from '#http/page'
import { strictQuery } from '#http/strict'

/** The query of the audit log; read it with `auditLogQuery`. */
export const auditLogValidator = strictQuery({
  actor: uuid().optional(),
  action: vine
    .string()
    .regex(/^[a-z_]+(\.[a-z_]+)?$/)
    .maxLength(100)
    .optional(),
  from: moment().optional(),
  to: moment().optional(),
  format: vine.enum(['json', 'csv'] as const).optional(),
  bom: flag().optional(),
  limit: limitField(),
  cursor: cursorField(),
})

/** The query of the audit log with its defaults. @throws Refusal VALIDATION_ERROR, INVALID_CURSOR */
export async function auditLogQuery(query: Record<string, unknown>) {
  const { limit = DEFAULT_LIMIT, ...asked } = await auditLogValidator.validate(query)
  const { from, to } = asked
  if (from !== undefined && to !== undefined && from >= to)
    throw invalidField('from', 'from must be earlier than to')
  assertCsvOptions(asked.format, { bom: asked.bom })
  return { ...asked, limit, cursor: uuidCursorOf(query) }
}
