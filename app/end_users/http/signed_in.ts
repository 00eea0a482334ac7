import type { HttpContext } from '@adonisjs/core/http'
import { giveEndUserTokens } from '#access/token_cookies'
import type { Device } from '#end_users/actions/issue_end_user_session'
import type { LetInResult } from '#end_users/actions/let_in'
import type { OpenPortal } from '#end_users/queries/find_open_portal'
import { ok } from '#http/envelope'
import { toProfile } from './profile_transformer.js'

/** Builds the response of every door (contract/09-end-users#92-getting-in). */
export function signedIn(
  ctx: HttpContext,
  { endUser, tokens, created }: LetInResult,
  { portal }: OpenPortal,
  useCookies?: boolean
) {
  return ok({
    endUser: endUser && toProfile(endUser),
    tokens: giveEndUserTokens(ctx, tokens, portal.sessionDays, useCookies),
    created,
  })
}

/** Returns the device of a request, for the list of sessions. */
export function deviceOf({ request }: HttpContext): Device {
  return { ip: request.ip(), userAgent: request.header('user-agent') ?? null }
}
