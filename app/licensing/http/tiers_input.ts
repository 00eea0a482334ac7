import vine from '@vinejs/vine'
import { MAX_HWID_RESETS } from '#catalog/rules/policy'
import { documented } from '#http/documented'
import { nullableMoment, whole } from '#http/fields'
import { strict, strictPatch } from '#http/strict'
import { EXPIRATION_MODES } from '#licensing/rules/license'
import { MAX_DAYS } from '#licensing/rules/terms'
import { MAX_POSITION, MAX_TIER_NAME, TIER_CODE } from '#licensing/rules/tier'
import { channels } from './update_rights_input.js'

const code = () => vine.string().regex(TIER_CODE)
const name = () => vine.string().maxLength(MAX_TIER_NAME).regex(/\S/)
const shaped = ($ref: string) => vine.any().use(documented({ $ref })).optional()

const tierFields = () => ({
  features: shaped('Features'),
  policy: shaped('PartialPolicy'),
  terms: vine
    .object({
      expirationMode: vine.enum(EXPIRATION_MODES).nullable().optional(),
      expiresAt: nullableMoment(),
      expiresAfterDays: whole().range([1, MAX_DAYS]).nullable().optional(),
    })
    .nullable()
    .optional(),
  maxHwidResets: whole().range([0, MAX_HWID_RESETS]).nullable().optional(),
  meters: shaped('Meters'),
  channels: channels(),
  updatesDays: whole().range([1, MAX_DAYS]).nullable().optional(),
  metadata: shaped('Metadata'),
  position: whole().range([0, MAX_POSITION]).optional(),
})

/** POST of a tier (contract/17-tiers). */
export const newTierValidator = strict({ code: code(), name: name(), ...tierFields() })

/** PATCH of a tier. */
export const tierPatchValidator = strictPatch({
  code: code().optional(),
  name: name().optional(),
  ...tierFields(),
  archived: vine.boolean({ strict: true }).optional(),
  confirm: vine.boolean({ strict: true }).optional(),
})

/** POST .../duplicate of a tier. */
export const tierCopyValidator = strict({ code: code().optional(), name: name().optional() })
