/** Converts a URL from the service to a path on this host, because the URL may have another host than this page. */
export function ownAddress(url: string): string {
  const { pathname, search } = new URL(url, location.href)
  return pathname + search
}
