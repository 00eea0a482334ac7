import type { HttpContext } from '@adonisjs/core/http'
import type { Actor } from '#kernel/audit/scope'
import type { Origin } from '#kernel/audit/audit'
import type { Client } from '#accounts/actions/issue_session'

/** The address and the actor of a request, for the audit trail. */
export function originOf({ request, auth, scope }: HttpContext): Origin {
  const user = auth.use('user').user
  const actor: Actor = user ? { type: 'user', id: user.id } : (scope?.actor ?? { type: 'system', id: null })
  return { actor, ip: request.ip(), requestId: request.id() ?? null }
}

/** The client of a request, for the list of a user's sessions. */
export function clientOf({ request }: HttpContext): Client {
  return { ip: request.ip(), userAgent: request.header('user-agent') ?? null }
}
