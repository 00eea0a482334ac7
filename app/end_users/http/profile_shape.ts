import type { Static } from 'typebox'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import type { toProfile } from './profile_transformer.js'

const { flag, moment, named, nullable, text, uuid } = shape

/** An end user as they see themselves (contract/09-end-users#94-the-end-user-himself-eu). */
export const ProfileShape = named(
  'EndUserProfile',
  {
    id: uuid(),
    email: nullable(text()),
    emailVerified: flag(),
    username: nullable(text()),
    externalId: nullable(text('The id that the merchant set.')),
    firstName: nullable(text()),
    lastName: nullable(text()),
    locale: nullable(text()),
    marketingConsent: flag(),
    hasPassword: flag(),
    eraseAt: nullable(moment('When the account will be erased; null if no erasure is planned.')),
    createdAt: moment(),
  },
  'The profile of an end user.'
)
same<ReturnType<typeof toProfile>, Static<typeof ProfileShape>>(true)
