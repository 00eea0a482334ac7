import vine from '@vinejs/vine'
import { CHANNELS } from '#catalog/rules/release_channels'
import { documented } from '#http/documented'
import { nullableMoment } from '#http/fields'

const NUMBER = '(0|[1-9][0-9]{0,8})'
const BOUND = `(\\^|~|[<>]=?)?${NUMBER}(\\.${NUMBER}){0,2}`

/** A list of release channels; `channelProblems` refuses duplicates. */
export const channels = () =>
  vine
    .array(vine.enum(CHANNELS))
    .minLength(1)
    .maxLength(CHANNELS.length)
    .use(documented({ uniqueItems: true }))
    .nullable()
    .optional()

/** The fields that say which releases a license may have; `updateRightsProblems` checks the rest. */
export const updateRightsFields = () => ({
  updatesUntil: nullableMoment(),
  maxVersion: vine
    .string()
    .trim()
    .use(documented({ pattern: `^${BOUND}(( \\|\\| | )${BOUND}){0,5}$`, examples: ['<3.0.0'] }))
    .nullable()
    .optional(),
  channels: channels(),
})

/** Descriptions of these fields in the API document. */
export const UPDATE_RIGHTS_SAID = {
  updatesUntil:
    'The license may not have releases that are published later; null means the value of the tier.',
  maxVersion: 'The SemVer range of the releases that the license may have, such as `<3.0.0`; null for all.',
  channels: 'The channels whose releases the license may have; null means the channels of the tier.',
}
