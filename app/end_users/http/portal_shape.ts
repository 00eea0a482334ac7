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
    enabled: flag('While it is off, no door opens and no end user is let in.'),
    signIn: object({ code: flag(), password: flag(), licenseKey: flag(), exchange: flag() }),
    registration: choice(
      ['owners', 'open'],
      '`owners`: only people who are end users already; `open`: a proved address makes one.'
    ),
    claimByKey: flag('Whether redeeming may take an ownerless license that is ACTIVE or EXPIRED.'),
    selfReset: object({ hwid: flag(), ip: flag() }),
    deviceRelease: flag(),
    sessionRelease: flag(),
    downloads: flag(),
    tickets: flag(),
    showKeys: flag('If false, keys are masked to their last 5 characters.'),
    offlineFiles: flag(),
    rotateKeys: flag(),
    erasure: choice(['self', 'request'], '`self`: end users start it; `request`: it opens a ticket.'),
    sessionDays: whole('Days for which one sign-in can be renewed.'),
    returnUrls: list(text(), 'Origins that end users may be sent back to.'),
    branding,
  },
  'The pages of end users, as the merchant set them up.'
)
same<Portal, Static<typeof PortalShape>>(true)
