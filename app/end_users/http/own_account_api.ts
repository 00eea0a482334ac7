import type { Entries } from '#http/api/route_entry'
import { answers, shape } from '#http/api/shapes'
import { noFieldsValidator } from '#http/strict'
import { OwnSessionShape } from './end_user_shape.js'
import { startedChallenge } from './doors_shape.js'
import {
  confirmAddressValidator,
  newAddressValidator,
  ownPasswordValidator,
  ownProfileValidator,
} from './own_account_input.js'
import type OwnEmailsController from './own_emails_controller.js'
import type OwnPasswordsController from './own_passwords_controller.js'
import type OwnProfileController from './own_profile_controller.js'
import type OwnSessionsController from './own_sessions_controller.js'
import { ProfileShape } from './profile_shape.js'

const { list, uuid, whole } = shape

const PORTAL = { tag: 'Portal' }

/** The routes for an end user's own account in the API document (contract/09-end-users#94-the-end-user-himself-eu). */
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
  'end_users.own_emails.store': {
    ...PORTAL,
    summary: 'Ask for another email address',
    description:
      'Mails a code to it, at most once in a minute. The answer is the same for an address that somebody has.',
    body: newAddressValidator,
    success: answers<OwnEmailsController['store']>(202)(startedChallenge),
  },
  'end_users.own_emails.confirm': {
    ...PORTAL,
    summary: 'Confirm another email address',
    description: 'The old address, if it was proved, gets a notice.',
    body: confirmAddressValidator,
    fields: { challengeToken: 'That of the call that asked for the mail; it takes 5 tries.' },
    success: answers<OwnEmailsController['confirm']>()({ endUser: ProfileShape }),
    refuses: ['CONFLICT'],
  },
  'end_users.own_passwords.store': {
    ...PORTAL,
    summary: 'Set your password',
    description:
      'With a sign-in by code, link or invite of the last 10 minutes, or with the current password. All other sign-ins end.',
    body: ownPasswordValidator,
    success: answers<OwnPasswordsController['store']>()({ endUser: ProfileShape }),
  },
  'end_users.own_sessions.index': {
    ...PORTAL,
    summary: 'List where you are signed in',
    description: 'The 100 used last.',
    success: answers<OwnSessionsController['index']>()({ sessions: list(OwnSessionShape) }),
    refuses: ['VALIDATION_ERROR'],
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
