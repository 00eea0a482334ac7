import vine from '@vinejs/vine'
import { mapMessage, parseColumnMap, type ColumnMap } from '#operations/transfer/column_map'
import { dateReader } from '#operations/transfer/date_reader'
import { CONFLICT_RULES } from '#operations/kinds/import/params'
import { flag, uuid } from '#http/fields'
import { strictQuery } from '#http/strict'

/** Maps import columns to the headings of the file: `key:License Key,expiresAt:Expiry`. */
const map = vine
  .string()
  .maxLength(8192)
  .use(
    vine.createRule((value, _, field) => {
      const read = parseColumnMap(value as string)
      if (!read.allow) field.report(mapMessage(read.reason), 'map', field)
    })()
  )
  .transform((text): ColumnMap => {
    const read = parseColumnMap(text)
    return read.allow ? read.map : new Map()
  })

const dateFormat = vine
  .string()
  .maxLength(64)
  .use(
    vine.createRule((value, _, field) => {
      if (dateReader(value as string)) return
      const message =
        'The {{ field }} field must be an unambiguous date in Luxon tokens, such as dd.MM.yyyy: use each token once, separate numbers of variable length, and use no form in which ISO 8601 reads another date, such as yyyy-dd-MM'
      field.report(message, 'dateFormat', field)
    })()
  )

const rules = {
  onConflict: vine.enum(CONFLICT_RULES).optional(),
  map: map.clone().optional(),
  dateFormat: dateFormat.clone().optional(),
}

/** Query of an import. */
export const importValidator = strictQuery({
  productId: uuid().optional(),
  dryRun: flag().optional(),
  ...rules,
})

/** The import options of a terminal command. */
export const importOptionsValidator = vine.create(rules)
