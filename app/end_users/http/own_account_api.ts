import type { Entries } from '#http/api/route_entry'
import { answers, shape } from '#http/api/shapes'
import { limitValidator } from '#http/page'
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

const { list, nextCursor, uuid, whole } = shape

const PORTAL = { tag: 'Portal' }

/** The routes for an end user's own account in the API document (contract/09-end-users#94-the-end-user-himself-eu). */
export const OWN_ACCOUNT_API = {
  'end_users.own_profile.update': {
    ...PORTAL,
    summary: 'Change your profile',
    description: 'Omitted fields stay unchanged; null clears a field.',
    body: ownProfileValidator,
    success: answers<OwnProfileController['update']>()({ endUser: ProfileShape }),
    refuses: ['CONFLICT'],
    example: { firstName: 'Ada', locale: 'en-GB' },
  },
  'end_users.own_emails.store': {
    ...PORTAL,
    summary: 'Ask for a new email address',
    description:
      'Mails a code to the new address, at most once a minute. The answer is the same if another end user has the address.',
    body: newAddressValidator,
    success: answers<OwnEmailsController['store']>(202)(startedChallenge),
  },
  'end_users.own_emails.confirm': {
    ...PORTAL,
    summary: 'Confirm a new email address',
    description: 'If the old address was proved, a notice is mailed to it.',
    body: confirmAddressValidator,
    fields: { challengeToken: 'The token from the call that asked for the mail. It allows 5 attempts.' },
    success: answers<OwnEmailsController['confirm']>()({ endUser: ProfileShape }),
    refuses: ['CONFLICT'],
  },
  'end_users.own_passwords.store': {
    ...PORTAL,
    summary: 'Set your password',
    description:
      'Requires the current password, or a sign-in by code, link or invite in the last 10 minutes. All other sign-ins end.',
    body: ownPasswordValidator,
    success: answers<OwnPasswordsController['store']>()({ endUser: ProfileShape }),
  },
  'end_users.own_sessions.index': {
    ...PORTAL,
    summary: 'List your sign-ins',
    description: 'Newest first.',
    query: limitValidator,
    success: answers<OwnSessionsController['index']>()({
      sessions: list(OwnSessionShape),
      nextCursor: nextCursor(),
    }),
  },
  'end_users.own_sessions.destroy_all': {
    ...PORTAL,
    summary: 'Sign out everywhere',
    description:
      'Ends all your sign-ins, including this one. Access tokens, mailed codes and links stop working at once.',
    body: noFieldsValidator,
    success: answers<OwnSessionsController['destroyAll']>()({ revoked: whole() }),
  },
  'end_users.own_sessions.destroy': {
    ...PORTAL,
    summary: 'End one of your sign-ins',
    body: noFieldsValidator,
    success: answers<OwnSessionsController['destroy']>()({ id: uuid() }),
    refuses: ['NOT_FOUND'],
  },
} satisfies Entries
