import { invalidField } from '#kernel/refusals/refusal'
import type { Portal } from './portal.js'
import { isUnder } from './return_urls.js'

/**
 * The pages of an org besides those under `returnUrls`: `hosted` is the portal's page at the service, `hosts` are the
 * org's own hosts.
 */
export type OwnPages = { hosted: string; hosts: readonly string[] }

/**
 * Returns the page for a mailed or one-time link: the requested one, else the first of the portal's `returnUrls`, else
 * the portal's page at the service (contract/09-end-users#92-getting-in).
 * @throws Refusal VALIDATION_ERROR if the requested page is neither under `returnUrls` nor one of the org's own.
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

/** Returns true if a page is part of the portal at the service. Other paths of that host belong to other orgs. */
function isPartOf(page: string, hosted: string): boolean {
  const { origin, pathname } = new URL(hosted)
  return isUnder(page, [origin]) && `${new URL(page).pathname}/`.startsWith(`${pathname}/`)
}

/**
 * Adds a token to the fragment of a page's URL, which browsers never send to a server. An invite uses a different name
 * there.
 */
export function withToken(page: string, token: string, name: 'token' | 'invite' = 'token'): string {
  const url = new URL(page)
  url.hash = `${name}=${token}`
  return url.href
}
