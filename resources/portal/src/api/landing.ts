import type { Refusal } from '../../../console/src/api/refusal'

/** The fragment of a mailed link (after "#"), which browsers send to no server. */
type Landing = { kind: 'token' | 'invite' | 'ticket'; value: string }

/** Reads the fragment and removes it from the address, so that the history and a copied address hold no secret. */
function takeLanding(): Landing | null {
  const [, kind, value] = /^#(token|invite|ticket)=([\w-]{1,200})$/.exec(location.hash) ?? []
  if (!value) return null
  history.replaceState(null, '', location.pathname + location.search)
  return { kind: kind as Landing['kind'], value }
}

/** The fragment of the mailed link that opened this page. It is read once, before the first page is rendered. */
export const landed = takeLanding()

/**
 * Returns true if the service has refused the mailed link itself. After a broken connection, an error of the service or
 * a rate limit, the link still works, and this page is the only one that knows its token.
 */
export const isSpent = (refusal: Refusal | null) =>
  refusal !== null && refusal.status >= 400 && refusal.status < 500 && refusal.status !== 429
