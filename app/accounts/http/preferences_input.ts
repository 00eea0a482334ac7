import vine from '@vinejs/vine'
import { documented } from '#http/documented'
import { strict } from '#http/strict'
import { metadataProblems } from '#kernel/json/metadata'

const isStorable = vine.createRule((value, _options, field) => {
  for (const { message } of metadataProblems(value, 'preferences'))
    field.report(message, 'preferences', field)
})

/** PUT of the preferences of a user. */
export const preferencesValidator = strict({
  preferences: vine
    .any()
    .use(isStorable())
    .use(documented({ $ref: 'Preferences' })),
})
