import type { HttpContext } from '@adonisjs/core/http'
import type { Reach } from '#end_users/store/reach'

/** Returns the reach of this request's token (contract/00-shared-rules). */
export function reachOf({ auth, scope }: HttpContext): Reach {
  const { id, token } = auth.use('endUser').getUserOrFail()
  return { ...scope, endUserId: id, licenseId: token.licenseId }
}
