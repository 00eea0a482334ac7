import type { HttpContext } from '@adonisjs/core/http'
import { apiKeyIn, findApiKey } from '#accounts/credentials/api_keys'
import Refusal from '#kernel/refusals/refusal'
import { orgSuspended } from '#kernel/refusals/refusals'
import { enterAgain } from './admission.js'
import { requirePermission } from './api_key_guard.js'
import { assertOpen } from './end_user_middleware.js'

/**
 * Asserts that a request that has been running for a while still has the right by which it was admitted: its
 * credential, and the tenant with the role or permission (contract/01-changes#rights-end-everything). A token that has
 * only expired meanwhile does not end the right.
 * @throws Refusal as the request would get it now.
 */
export async function assertStillAdmitted(ctx: HttpContext) {
  const { actor } = ctx.scope
  if (actor.type === 'apiKey') return assertKey(ctx, actor.id)
  if (actor.type === 'endUser') {
    return assertOpen(await ctx.auth.use('endUser').askAgain(), ctx.endUserOptions)
  }
  await ctx.auth.use('user').askAgain()
  if (ctx.admission) await enterAgain(ctx, ctx.admission)
}

async function assertKey({ request, requiredPermission }: HttpContext, id: string | null) {
  const key = await findApiKey(apiKeyIn(request.request.headers) ?? '')
  if (key?.id !== id) throw new Refusal('UNAUTHORIZED')
  if (key.suspended) throw orgSuspended()
  if (requiredPermission) requirePermission(key, requiredPermission)
}
