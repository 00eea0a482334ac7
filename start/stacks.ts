import type { RequiredPermission } from '#catalog/rules/permissions'
import type { EndUserOptions } from '#access/end_user_middleware'
import type { UserOptions } from '#access/user_middleware'
import type { ReplayOptions } from '#access/replay_middleware'
import { middleware } from '#start/kernel'

type Tenant = ReturnType<
  (typeof middleware)['org' | 'product' | 'license' | 'ticket' | 'tier' | 'managedApiKey' | 'activeOrg']
>

/**
 * The middleware of each kind of route, in the order in which it may refuse (contract/01-changes#bounds): the
 * credential, the tenant with the role or permission, and only then the body and the Idempotency-Key. `limit` is the
 * largest body in bytes.
 */

/** Routes of a user about their own account; `sso` as in `UserOptions`. */
export function asUser({ sso }: Pick<UserOptions, 'sso'> = {}) {
  return [middleware.user({ sso }), middleware.body(), middleware.idempotency()]
}

/** Routes of platform admins, over all orgs. */
export function asPlatformAdmin() {
  return [
    ...[middleware.user({ outsideDashboard: true }), middleware.platformAdmin()],
    ...[middleware.body(), middleware.idempotency()],
  ]
}

/** Routes of an end user in the portal; `limit` as above. */
export function asEndUser(options: EndUserOptions = {}, { limit, streams = false }: ReplayOptions = {}) {
  const body = streams ? [] : [middleware.body({ limit })]
  return [middleware.endUser(options), ...body, middleware.idempotency()]
}

/** Routes of a user on a record of an org in which they are a member. */
export function asMember(tenant: Tenant, { limit, lists, streams = false }: ReplayOptions = {}) {
  const body = streams ? [] : [middleware.body({ limit, lists })]
  return [
    ...[middleware.user({ sso: 'tenant' }), middleware.replay({ limit, streams }), tenant],
    ...[...body, middleware.idempotency()],
  ]
}

/** Routes of an API key, with the permission that the key needs. */
export function asKey(
  permission?: RequiredPermission,
  { limit, lists, streams = false }: ReplayOptions = {}
) {
  const body = streams ? [] : [middleware.body({ limit, lists })]
  return [middleware.apiKey({ permission }), ...body, middleware.idempotency()]
}
