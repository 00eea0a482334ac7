import vine from '@vinejs/vine'
import { emailAddress } from '#accounts/http/auth_input'
import { httpsAddress, whole } from '#http/fields'
import { strictPatch } from '#http/strict'
import { isOrigin } from './origin_rule.js'

const flag = () => vine.boolean({ strict: true }).optional()

const isNotNull = vine.createRule(
  (value, _options, field) => {
    if (value === null) field.report('The {{ field }} field cannot be null', 'notNull', field)
  },
  { implicit: true }
)

/** A member of settings that are changed one by one: a null would be ignored. */
const member = () => vine.boolean({ strict: true }).use(isNotNull()).optional()

/**
 * The settings of a portal (contract/09-end-users#91-settings). A `branding` that is sent replaces the whole stored
 * one.
 */
export const portalValidator = strictPatch({
  enabled: flag(),
  signIn: vine
    .object({ code: member(), password: member(), licenseKey: member(), exchange: member() })
    .optional(),
  registration: vine.enum(['owners', 'open'] as const).optional(),
  claimByKey: flag(),
  selfReset: vine.object({ hwid: member(), ip: member() }).optional(),
  deviceRelease: flag(),
  sessionRelease: flag(),
  downloads: flag(),
  tickets: flag(),
  showKeys: flag(),
  offlineFiles: flag(),
  rotateKeys: flag(),
  erasure: vine.enum(['self', 'request'] as const).optional(),
  sessionDays: whole().range([1, 90]).optional(),
  returnUrls: vine.array(vine.string().maxLength(300).use(isOrigin())).maxLength(20).optional(),
  branding: vine
    .object({
      name: vine.string().trim().minLength(1).maxLength(100).optional(),
      logoUrl: httpsAddress().optional(),
      accentColor: vine
        .string()
        .regex(/^#[0-9a-f]{6}$/i)
        .optional(),
      supportEmail: emailAddress().optional(),
      termsUrl: httpsAddress().optional(),
      privacyUrl: httpsAddress().optional(),
    })
    .optional(),
})
