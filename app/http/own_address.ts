import { isAllowedOrigin } from '#config/browser'
import { invalidField } from '#kernel/refusals/refusal'

/** Checks that a sign-in returns to our own pages or an allowed origin. @throws Refusal VALIDATION_ERROR */
export function ownAddress(text: string): string {
  const url = URL.parse(text)
  if (url && isAllowedOrigin(url.origin) && !url.hash && !url.username && !url.password) return url.href
  throw invalidField('redirectUri', 'redirectUri must lie under APP_URL or an origin of ALLOWED_ORIGINS')
}
