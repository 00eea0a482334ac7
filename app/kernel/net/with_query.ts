/** Returns a URL with parameters set in its query. */
export function withQuery(address: string, query: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/** Returns the URL to which the browser returns after a failed sign-in; the request's id finds its lines in the log. */
export function withFailure(address: string, error: string, requestId: string | null): string {
  return withQuery(address, { error, ...(requestId ? { requestId } : {}) })
}
