import type { HttpContext } from '@adonisjs/core/http'
import { hasScope } from '#domain/api_key/scopes'
import type { LicenseView } from '#transformers/license_transformer'

/**
 * What this API key may see of a license: its owner only with end_user:read (interface#21-license,
 * interface#52-api-key-scopes).
 */
export function licenseView({ auth }: HttpContext): LicenseView {
  return { endUser: hasScope(auth.use('apiKey').getUserOrFail().permissions, 'end_user:read') }
}
