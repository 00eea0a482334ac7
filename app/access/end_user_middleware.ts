import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { hasFeature, type Feature, type Portal } from '#end_users/rules/portal'
import type { Described } from '#http/described'
import Refusal from '#kernel/refusals/refusal'
import type { SignedInEndUser } from './end_user_guard.js'
import { END_USER_VIEW } from './view.js'

export type EndUserOptions = {
  /** The part of the portal that the route belongs to. */
  feature?: Feature
  /** True if a sign-in with a license key is enough. */
  licenseKeys?: boolean
}

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** The portal that the end user uses. */
    portal: Portal
    /** What the route requires of the portal and the sign-in. */
    endUserOptions: EndUserOptions
    /** The signed-in end user, on routes that do not accept a license key alone. */
    endUserId: string
  }
}

/**
 * Requires an end user's access token (contract/00-shared-rules). Checks the end user, the ban, the portal and the
 * feature, in this order.
 */
export default class EndUserMiddleware {
  static describe(_options: EndUserOptions = {}): Described {
    return {
      credentials: ['endUserToken'],
      refuses: ['UNAUTHORIZED', 'EXPIRED_TOKEN', 'APIKEY_NOT_ALLOWED', 'USER_BANNED', 'FORBIDDEN'],
    }
  }

  async handle(ctx: HttpContext, next: NextFn, options: EndUserOptions = {}) {
    if (ctx.limits.key) throw new Refusal('APIKEY_NOT_ALLOWED')
    const endUser = await ctx.auth.use('endUser').authenticate()
    assertOpen(endUser, options)
    const { id, orgId, token, portal } = endUser
    ctx.endUserOptions = options
    ctx.portal = portal
    ctx.endUserId = id ?? ''
    ctx.sees = END_USER_VIEW
    ctx.scope = { orgId, productId: token.productId, actor: { type: 'endUser', id } }
    return next()
  }
}

/** @throws Refusal FORBIDDEN if the portal or the feature is off, or if a license key is not enough for the route. */
export function assertOpen({ id, token, portal }: SignedInEndUser, { feature, licenseKeys }: EndUserOptions) {
  if (!portal.enabled) throw switchedOff()
  if (feature && !hasFeature(portal, feature)) throw switchedOff()
  if (!licenseKeys && (token.licenseId || !id)) throw signInFirst()
}

const switchedOff = () => new Refusal('FORBIDDEN', { message: 'The merchant has switched this off' })
const signInFirst = () =>
  new Refusal('FORBIDDEN', {
    message: 'A sign-in by license key has no access to this: sign in with your email address',
  })
