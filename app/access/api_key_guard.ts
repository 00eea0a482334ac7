import { symbols } from '@adonisjs/auth'
import type { AuthClientResponse, GuardContract } from '@adonisjs/auth/types'
import type { HttpContext } from '@adonisjs/core/http'
import { hasScope, type ApiScope, type Permission } from '#catalog/rules/scopes'
import Refusal from '#kernel/refusals/refusal'
import { missingScope } from '#catalog/rules/missing_scope'
import { otherProduct } from '#kernel/refusals/refusals'
import { apiKeyIn, noteApiKeyUse, type KnownApiKey } from '#accounts/credentials/api_keys'
import type RequestLimits from '#http/request_limits'

/** The API key of a request. Errors: UNAUTHORIZED; API_KEY_NO_PERMISSIONS for a key that may do nothing. */
export function usableKey({ key }: RequestLimits): KnownApiKey {
  if (!key) throw new Refusal('UNAUTHORIZED', { message: 'Send a valid API key as X-Api-Key' })
  if (key.permissions.length === 0) throw new Refusal('API_KEY_NO_PERMISSIONS')
  noteApiKeyUse(key.id)
  return key
}

/** Errors: PERMISSION_DENIED, naming the scope that the key lacks (interface#52-api-key-scopes). */
export function requireScope({ permissions }: Pick<KnownApiKey, 'permissions'>, scope: ApiScope) {
  if (!hasScope(permissions, scope)) throw missingScope(scope)
}

/**
 * Asks the API key of a request for further scopes. A user passes: the role has been checked with the tenant.
 * Errors: PERMISSION_DENIED, naming the first scope that the key lacks.
 */
export function requireScopes(ctx: HttpContext, scopes: ApiScope[]) {
  const permissions = permissionsOf(ctx)
  if (permissions) for (const scope of scopes) requireScope({ permissions }, scope)
}

/** What the API key of a request may do; undefined for a user. */
export function permissionsOf({ auth, scope }: HttpContext): Permission[] | undefined {
  if (scope.actor.type === 'user') return undefined
  return auth.use('apiKey').getUserOrFail().permissions as Permission[]
}

/** A product that a request names must be the one that its API key is bound to. Errors: FORBIDDEN. */
export function requireProduct({ productId }: { productId: string | null }, named: string | undefined) {
  if (named !== undefined && named !== productId) throw otherProduct()
}

/** What a key may touch: the product that it is bound to. */
export function scopeOfKey({ id, orgId, productId }: KnownApiKey) {
  return { orgId, productId, actor: { type: 'apiKey' as const, id } }
}

/** Lets in API keys, by `X-Api-Key` or as a Bearer token (interface#51-credential-matrix). */
export default class ApiKeyGuard implements GuardContract<KnownApiKey> {
  declare [symbols.GUARD_KNOWN_EVENTS]: Record<string, never>
  readonly driverName = 'apiKey'
  user?: KnownApiKey
  isAuthenticated = false
  authenticationAttempted = false

  constructor(protected ctx: HttpContext) {}

  /** Errors: UNAUTHORIZED; API_KEY_NO_PERMISSIONS for a key that may do nothing. */
  async authenticate(): Promise<KnownApiKey> {
    this.authenticationAttempted = true
    this.user = usableKey(this.ctx.limits)
    this.isAuthenticated = true
    return this.user
  }

  async check(): Promise<boolean> {
    try {
      await this.authenticate()
      return true
    } catch {
      return false
    }
  }

  getUserOrFail(): KnownApiKey {
    if (!this.user) throw new Refusal('UNAUTHORIZED')
    return this.user
  }

  async authenticateAsClient(): Promise<AuthClientResponse> {
    throw new Error('Send the key itself: its string is not stored')
  }
}

/** The API key of a request, wherever it is allowed to stand; null when there is none. */
export function sentApiKey({ request }: HttpContext): string | null {
  return apiKeyIn(request.request.headers)
}
