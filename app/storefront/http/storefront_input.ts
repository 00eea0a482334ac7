import vine from '@vinejs/vine'
import { emailAddress, personName } from '#accounts/http/auth_input'
import { httpsAddress } from '#http/fields'
import { strict, strictQuery } from '#http/strict'
import { SLUG, SLUG_LENGTH } from '#storefront/rules/slug'

const [minLength, maxLength] = SLUG_LENGTH

/** A currency code of three upper-case letters. */
export const currency = () =>
  vine
    .string()
    .fixedLength(3)
    .regex(/^[A-Z]{3}$/)

/** The body with which a merchant sets up a storefront (contract/10-storefront#102-setup). */
export const storefrontValidator = strict({
  name: personName().minLength(1),
  slug: vine.string().minLength(minLength).maxLength(maxLength).regex(SLUG),
  description: vine.string().maxLength(4000).nullable().optional(),
  currency: currency().nullable().optional(),
  supportEmail: emailAddress().nullable().optional(),
  termsUrl: httpsAddress().nullable().optional(),
  theme: vine
    .object({
      logoUrl: httpsAddress().optional(),
      accentColor: vine
        .string()
        .regex(/^#[0-9a-fA-F]{6}$/)
        .optional(),
    })
    .nullable()
    .optional(),
  deliveryMail: vine.boolean({ strict: true }).optional(),
  published: vine.boolean({ strict: true }).optional(),
})

/** The query that finds a shop. `hostname` is optional here, because a missing one has a separate error code. */
export const shopValidator = strictQuery({ hostname: vine.string().maxLength(300).optional() })

/** The query with which a TLS proxy asks about a host. */
export const tlsValidator = strictQuery({ domain: vine.string().maxLength(300) })
