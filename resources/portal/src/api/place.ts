import { isId } from '../../../console/src/api/ids'

/**
 * Finds the portal of this page: by the org id in the address, otherwise by the host name of the merchant. The portal
 * is below /portal on a host of the service, and at the root of a host of its own.
 */
function readPlace({ pathname, hostname }: Location) {
  const below = pathname === '/portal' || pathname.startsWith('/portal/') ? '/portal' : ''
  const first = pathname.slice(below.length).split('/')[1] ?? ''
  const orgId = isId(first) ? first.toLowerCase() : null
  return { orgId, hostname, base: orgId ? `${below}/${first}` : below || '/' }
}

export const place = readPlace(location)
