import { invalidField } from '#kernel/refusals/refusal'
import type { Portal } from './portal.js'
import { isUnder } from './return_urls.js'

/** The pages of an org besides those under `returnUrls`: that of its portal at the service, and those at its own hosts. */
export type OwnPages = { hosted: string; hosts: readonly string[] }

/**
 * The page that a mailed or one-time link leads to: the one that was asked for, else the first of the portal's
 * `returnUrls`, else the portal's page at the service (contract/09-end-users#92-getting-in).
 * @throws Refusal VALIDATION_ERROR for a page that is neither under `returnUrls` nor one of the org's own.
 */
export function returnPage(
  { returnUrls }: Pick<Portal, 'returnUrls'>,
  { hosted, hosts }: OwnPages,
  asked?: string | null
): string {
  if (!asked) return returnUrls[0] ?? hosted
  const origins = [...returnUrls, ...hosts.map((host) => `https://${host}`)]
  if (isUnder(asked, origins) || isPartOf(asked, hosted)) return asked
  throw invalidField(
    'returnUrl',
    "The returnUrl field must lie under one of the portal's returnUrls or one of the org's own hosts"
  )
}

/** Whether a page is the portal's own at the service: other paths of that host belong to others. */
function isPartOf(page: string, hosted: string): boolean {
  const { origin, pathname } = new URL(hosted)
  return isUnder(page, [origin]) && `${new URL(page).pathname}/`.startsWith(`${pathname}/`)
}

/** A page with a token in its fragment, which browsers send to no server. An invite has a name of its own there. */
export function withToken(page: string, token: string, name: 'token' | 'invite' = 'token'): string {
  const url = new URL(page)
  url.hash = `${name}=${token}`
  return url.href
}
