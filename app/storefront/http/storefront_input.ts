import vine from '@vinejs/vine'
import { emailAddress, personName } from '#accounts/http/auth_input'
import { documented } from '#http/documented'
import { strict, strictQuery } from '#http/strict'
import { SLUG, SLUG_LENGTH } from '#storefront/rules/slug'

const [minLength, maxLength] = SLUG_LENGTH

/** An https address. */
export const httpsAddress = (longest = 2000) =>
  vine
    .string()
    .trim()
    .url({ protocols: ['https'], require_protocol: true })
    .maxLength(longest)
    .use(documented({ pattern: '^https://' }))

/** The code of a currency, in capitals. */
export const currency = () =>
  vine
    .string()
    .fixedLength(3)
    .regex(/^[A-Z]{3}$/)

/** A storefront as its merchant sets it up (contract/10-storefront#102-setup). */
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

/** The query of the public resolver; a missing host name has a code of its own. */
export const shopValidator = strictQuery({ hostname: vine.string().maxLength(300).optional() })

/** The query by which a TLS proxy asks for a host. */
export const tlsValidator = strictQuery({ domain: vine.string().maxLength(300) })
