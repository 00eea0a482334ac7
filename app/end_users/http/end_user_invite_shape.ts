import type { Static } from 'typebox'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import type { toEndUserInvite } from './end_user_invite_transformer.js'

const { list, moment, named, nullable, text, uuid } = shape

/** An invite of an end user (contract/09-end-users#96-the-merchants-side). */
export const EndUserInviteShape = named(
  'EndUserInvite',
  {
    id: uuid(),
    email: text(),
    licenseIds: list(uuid(), 'The licenses that the end user gets when accepting the invite.'),
    createdAt: moment(),
    expiresAt: moment(),
    acceptedAt: nullable(moment()),
  },
  'An invite to the portal.'
)
same<ReturnType<typeof toEndUserInvite>, Static<typeof EndUserInviteShape>>(true)
