import type { Static } from 'typebox'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import { MetadataShape } from '#licensing/http/license_shape'
import type { toEndUser, toEndUserSession, toFullEndUser, toOwnSession } from './end_user_transformer.js'

const { choice, flag, list, moment, named, nullable, text, uuid, whole } = shape

const fields = {
  id: uuid(),
  username: nullable(text()),
  email: nullable(text()),
  emailVerified: flag('Whether the address is proved.'),
  externalId: nullable(text('The id that the merchant set.')),
  firstName: nullable(text()),
  lastName: nullable(text()),
  locale: nullable(text()),
  metadata: MetadataShape,
  marketingConsent: flag(),
  banned: flag(),
  lastSeenAt: nullable(
    moment('When the end user last signed in or renewed a sign-in; sign-ins by license key do not count.')
  ),
  createdAt: moment(),
  updatedAt: nullable(moment()),
}

/** An end user (interface#44-licenses-api-key-path, contract/09-end-users#96-the-merchants-side). */
export const EndUserShape = named('EndUser', fields, 'A person who holds licenses.')
same<ReturnType<typeof toEndUser>, Static<typeof EndUserShape>>(true)

const session = {
  id: uuid(),
  door: choice(['code', 'link', 'password', 'licenseKey', 'invite', 'exchange', 'portalLink']),
  userAgent: nullable(text()),
  ip: nullable(text()),
  createdAt: moment('When the end user signed in.'),
  lastUsedAt: moment('When the sign-in was last renewed.'),
  expiresAt: moment(),
}

/** A sign-in of an end user. */
const EndUserSessionShape = named(
  'EndUserSession',
  session,
  'A sign-in of an end user that can still be renewed.'
)
same<ReturnType<typeof toEndUserSession>, Static<typeof EndUserSessionShape>>(true)

/** A sign-in as its own end user sees it. */
export const OwnSessionShape = named(
  'OwnEndUserSession',
  { ...session, current: flag('Whether this request uses this sign-in.') },
  'One of your sign-ins that can still be renewed.'
)
same<ReturnType<typeof toOwnSession>, Static<typeof OwnSessionShape>>(true)

/** An end user with the fields that only a read of a single one returns. */
export const FullEndUserShape = named(
  'FullEndUser',
  {
    ...fields,
    banReason: nullable(text()),
    licenseCount: whole(),
    sessions: list(EndUserSessionShape, 'The sign-ins that can still be renewed.'),
    mergedInto: nullable(uuid('The id of the end user that this one was merged into.')),
    erasedAt: nullable(moment()),
  },
  'A person who holds licenses, with their sign-ins.'
)
same<ReturnType<typeof toFullEndUser>, Static<typeof FullEndUserShape>>(true)
