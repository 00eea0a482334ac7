import type { Entries } from '#http/api/route_entry'
import { answers, answersWith, shape } from '#http/api/shapes'
import { limitValidator } from '#http/page'
import { noFieldsValidator } from '#http/strict'
import { OrgShape } from '#orgs/http/org_shape'
import { changePasswordValidator, profileValidator } from './auth_input.js'
import type MeController from './me_controller.js'
import type MySessionsController from './my_sessions_controller.js'
import type PreferencesController from './preferences_controller.js'
import { preferencesValidator } from './preferences_input.js'
import { said, withCookies } from './shared_api.js'
import { PreferencesShape, SessionShape, SignedInShape, UserShape } from './user_shape.js'

const { list, nextCursor, text, uuid, whole } = shape

const ME = { tag: 'Me' }

/** The routes of the signed-in user in the API document (interface#41-session-and-user, contract#profile). */
export const ME_API = {
  'me.show': {
    ...ME,
    summary: 'Read my profile and my orgs',
    success: answers<MeController['show']>()({ user: UserShape, orgs: list(OrgShape) }),
  },
  'me.update': {
    ...ME,
    summary: 'Change my profile',
    body: profileValidator,
    success: answers<MeController['update']>()({ user: UserShape }),
  },
  'me.verify_email': {
    ...ME,
    summary: 'Send the confirmation mail again',
    body: noFieldsValidator,
    success: answers<MeController['verifyEmail']>()({ message: text() }),
    refuses: ['CONFLICT'],
  },
  'me.password': {
    ...ME,
    summary: 'Change my password',
    description: 'Ends all sessions. The answer contains new tokens, so that the caller stays signed in.',
    body: changePasswordValidator,
    fields: { useCookies: said.useCookies },
    success: withCookies(answersWith<MeController['password']>()(SignedInShape)),
  },
  'preferences.show': {
    ...ME,
    summary: 'Read my preferences',
    description: 'The preferences that the console stores for me. The object is empty if nothing is stored.',
    success: answers<PreferencesController['show']>()({ preferences: PreferencesShape }),
    refuses: ['VALIDATION_ERROR'],
  },
  'preferences.replace': {
    ...ME,
    summary: 'Replace my preferences',
    body: preferencesValidator,
    success: answers<PreferencesController['replace']>()({ preferences: PreferencesShape }),
    example: { preferences: { theme: 'dark' } },
  },
  'my_sessions.index': {
    ...ME,
    summary: 'List my sessions',
    description: 'Newest first.',
    query: limitValidator,
    success: answers<MySessionsController['index']>()({
      sessions: list(SessionShape),
      nextCursor: nextCursor(),
    }),
  },
  'my_sessions.destroy': {
    ...ME,
    summary: 'End a session',
    description: 'The access token of the session stays valid until it expires.',
    success: answers<MySessionsController['destroy']>()({ id: uuid() }),
    refuses: ['NOT_FOUND'],
  },
  'my_sessions.destroy_all': {
    ...ME,
    summary: 'End all my sessions',
    success: answers<MySessionsController['destroyAll']>()({
      revoked: whole('The number of sessions that ended.'),
    }),
    refuses: ['VALIDATION_ERROR'],
  },
} satisfies Entries
