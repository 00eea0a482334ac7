/** A link of the service as this page reaches the service, which may be by another name than the link has. */
export function ownAddress(url: string): string {
  const { pathname, search } = new URL(url, location.href)
  return pathname + search
}
