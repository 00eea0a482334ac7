import { invalidField } from '#kernel/refusals/refusal'
import type { Portal } from './portal.js'
import { isUnder } from './return_urls.js'

/**
 * The page that a mailed or one-time link leads to: the one that was asked for, else the first of the portal's
 * `returnUrls`; null if there is none (contract/09-end-users#92-getting-in).
 * @throws Refusal VALIDATION_ERROR for a page outside `returnUrls`.
 */
export function returnPage({ returnUrls }: Pick<Portal, 'returnUrls'>, asked?: string | null): string | null {
  if (!asked) return returnUrls[0] ?? null
  if (isUnder(asked, returnUrls)) return asked
  throw invalidField('returnUrl', "The returnUrl field must lie under one of the portal's returnUrls")
}

/** A page with a token in its fragment, which browsers send to no server. An invite has a name of its own there. */
export function withToken(page: string, token: string, name: 'token' | 'invite' = 'token'): string {
  const url = new URL(page)
  url.hash = `${name}=${token}`
  return url.href
}
