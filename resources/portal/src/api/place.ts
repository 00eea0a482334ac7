const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * Whose portal this page is: that of the org in its address, else of the merchant who has the host. Below /portal of
 * the service, and at the root of a host that is the portal's own.
 */
function readPlace({ pathname, hostname }: Location) {
  const below = pathname === '/portal' || pathname.startsWith('/portal/') ? '/portal' : ''
  const first = pathname.slice(below.length).split('/')[1] ?? ''
  const orgId = UUID.test(first) ? first.toLowerCase() : null
  return { orgId, hostname, base: orgId ? `${below}/${first}` : below || '/' }
}

export const place = readPlace(location)
