import type { Static } from 'typebox'
import type { Portal } from '#end_users/rules/portal'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'

const { choice, flag, list, named, object, optional, text, whole } = shape

const branding = object({
  name: optional(text()),
  logoUrl: optional(text()),
  accentColor: optional(text()),
  supportEmail: optional(text()),
  termsUrl: optional(text()),
  privacyUrl: optional(text()),
})

/** The portal of an org (contract/09-end-users#91-settings). */
export const PortalShape = named(
  'Portal',
  {
    enabled: flag('Whether the portal is on. While it is off, no end user can sign in or use it.'),
    signIn: object({ code: flag(), password: flag(), licenseKey: flag(), exchange: flag() }),
    registration: choice(
      ['owners', 'open'],
      '`owners`: only existing end users can sign in. `open`: a proved address creates a new end user.'
    ),
    claimByKey: flag('Whether an end user can redeem an ACTIVE or EXPIRED license that has no owner.'),
    selfReset: object({ hwid: flag(), ip: flag() }),
    deviceRelease: flag(),
    sessionRelease: flag(),
    downloads: flag(),
    tickets: flag(),
    showKeys: flag('If false, keys are masked to their last 5 characters.'),
    offlineFiles: flag(),
    rotateKeys: flag(),
    erasure: choice(
      ['self', 'request'],
      '`self`: end users start the erasure. `request`: a ticket asks the merchant for it.'
    ),
    sessionDays: whole('The number of days for which a sign-in can be renewed.'),
    returnUrls: list(text(), 'The origins that end users may be redirected to.'),
    branding,
  },
  'The settings of the portal of an org.'
)
same<Portal, Static<typeof PortalShape>>(true)
