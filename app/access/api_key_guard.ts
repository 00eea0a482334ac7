import type { AuthClientResponse } from '@adonisjs/auth/types'
import type { HttpContext } from '@adonisjs/core/http'
import { hasPermission, lacking, type RequiredPermission, type Permission } from '#catalog/rules/permissions'
import Refusal from '#kernel/refusals/refusal'
import { Guard } from './guard.js'
import { otherProduct } from '#kernel/refusals/refusals'
import { apiKeyIn, noteApiKeyUse, type KnownApiKey } from '#accounts/credentials/api_keys'
import type RequestLimits from '#http/request_limits'

const UNKNOWN_KEY: Refusal = Object.freeze(
  new Refusal('UNAUTHORIZED', { message: 'Send a valid API key as X-Api-Key' })
)

/**
 * The API key of a request.
 * @throws Refusal UNAUTHORIZED; API_KEY_NO_PERMISSIONS for a key without permissions.
 */
export function usableKey({ key }: RequestLimits): KnownApiKey {
  if (!key) throw UNKNOWN_KEY
  if (key.permissions.length === 0) throw new Refusal('API_KEY_NO_PERMISSIONS')
  noteApiKeyUse(key.id)
  return key
}

/** @throws Refusal PERMISSION_DENIED, naming the permission that the key lacks (interface#52-api-key-scopes). */
export function requirePermission(
  { permissions }: Pick<KnownApiKey, 'permissions'>,
  permission: RequiredPermission
) {
  if (!hasPermission(permissions, permission))
    throw new Refusal('PERMISSION_DENIED', { message: lacking(permission) })
}

/**
 * Requires further permissions of the API key of a request. A user passes, because the role was checked with the
 * tenant.
 * @throws Refusal PERMISSION_DENIED, naming the first permission that the key lacks.
 */
export function requirePermissions(ctx: HttpContext, needed: RequiredPermission[]) {
  const permissions = permissionsOf(ctx)
  if (permissions) for (const permission of needed) requirePermission({ permissions }, permission)
}

/** The permissions of a request's API key; undefined for a user. */
export function permissionsOf({ auth, scope }: HttpContext): Permission[] | undefined {
  if (scope.actor.type === 'user') return undefined
  return auth.use('apiKey').getUserOrFail().permissions as Permission[]
}

/** Requires that the product named by a request is the one that its API key is bound to. @throws Refusal FORBIDDEN */
export function requireProduct({ productId }: { productId: string | null }, named: string | undefined) {
  if (named !== undefined && named !== productId) throw otherProduct()
}

/** The scope of an API key: the product that it is bound to. */
export function keyScope({ id, orgId, productId }: KnownApiKey) {
  return { orgId, productId, actor: { type: 'apiKey' as const, id } }
}

/** Authenticates API keys, from `X-Api-Key` or as a Bearer token (interface#51-credential-matrix). */
export default class ApiKeyGuard extends Guard<KnownApiKey> {
  readonly driverName = 'apiKey'

  constructor(protected ctx: HttpContext) {
    super()
  }

  /** @throws Refusal UNAUTHORIZED; API_KEY_NO_PERMISSIONS for a key without permissions. */
  async authenticate(): Promise<KnownApiKey> {
    this.authenticationAttempted = true
    this.user = usableKey(this.ctx.limits)
    this.isAuthenticated = true
    return this.user
  }

  async authenticateAsClient(): Promise<AuthClientResponse> {
    throw new Error('Send the key itself: its string is not stored')
  }
}

/** The API key of a request, from any header that may carry it; null if there is none. */
export function sentApiKey({ request }: HttpContext): string | null {
  return apiKeyIn(request.request.headers)
}
