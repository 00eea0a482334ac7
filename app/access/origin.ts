import type { HttpContext } from '@adonisjs/core/http'
import type { Actor } from '#kernel/audit/scope'
import type { Origin } from '#kernel/audit/audit'

/** The address and the actor of a request, for the audit trail. */
export function originOf({ request, auth, scope }: HttpContext): Origin {
  const user = auth.use('user').user
  const actor: Actor = user ? { type: 'user', id: user.id } : (scope?.actor ?? { type: 'system', id: null })
  return { actor, ip: request.ip(), requestId: request.id() ?? null }
}
