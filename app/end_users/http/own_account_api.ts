import type { Entries } from '#http/api/route_entry'
import { answers, shape } from '#http/api/shapes'
import { noFieldsValidator } from '#http/strict'
import { OwnSessionShape } from './end_user_shape.js'
import { ownProfileValidator } from './own_account_input.js'
import type OwnProfileController from './own_profile_controller.js'
import type OwnSessionsController from './own_sessions_controller.js'
import { ProfileShape } from './profile_shape.js'

const { list, uuid, whole } = shape

const PORTAL = { tag: 'Portal' }

/** What end users do to their account, in the API document (contract/09-end-users#94-the-end-user-himself-eu). */
export const OWN_ACCOUNT_API = {
  'end_users.own_profile.update': {
    ...PORTAL,
    summary: 'Change your profile',
    description: 'Fields that are left out stay as they are; null takes one away.',
    body: ownProfileValidator,
    success: answers<OwnProfileController['update']>()({ endUser: ProfileShape }),
    refuses: ['CONFLICT'],
    example: { firstName: 'Ada', locale: 'en-GB' },
  },
  'end_users.own_sessions.index': {
    ...PORTAL,
    summary: 'List where you are signed in',
    description: 'The 100 used last.',
    success: answers<OwnSessionsController['index']>()({ sessions: list(OwnSessionShape) }),
  },
  'end_users.own_sessions.destroy_all': {
    ...PORTAL,
    summary: 'Sign out everywhere',
    description: 'Here too. Access tokens end at once, and so do mailed codes and links.',
    body: noFieldsValidator,
    success: answers<OwnSessionsController['destroyAll']>()({ revoked: whole() }),
  },
  'end_users.own_sessions.destroy': {
    ...PORTAL,
    summary: 'Sign out in one place',
    body: noFieldsValidator,
    success: answers<OwnSessionsController['destroy']>()({ id: uuid() }),
    refuses: ['NOT_FOUND'],
  },
} satisfies Entries
