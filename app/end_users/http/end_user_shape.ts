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
  emailVerified: flag('Whether they have proved the address.'),
  externalId: nullable(text('The id that the merchant gave.')),
  firstName: nullable(text()),
  lastName: nullable(text()),
  locale: nullable(text()),
  metadata: MetadataShape,
  marketingConsent: flag(),
  banned: flag(),
  lastSeenAt: nullable(moment('The last sign-in, or its last renewal.')),
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
  createdAt: moment('When they signed in.'),
  lastUsedAt: moment('When it was renewed last.'),
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
  { ...session, current: flag('Whether this request came with it.') },
  'A sign-in of yours that can still be renewed.'
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
    mergedInto: nullable(uuid('The end user who has everything now.')),
    erasedAt: nullable(moment()),
  },
  'A person who holds licenses, with their sign-ins.'
)
same<ReturnType<typeof toFullEndUser>, Static<typeof FullEndUserShape>>(true)
