/** A deprecated feature: the first and last day as `YYYY-MM-DD` in UTC, and the replacement. */
export type Deprecation = {
  since: string
  until: string
  instead: string
  /** The page with more information. */
  page: string
}

/** Responses signed in version 1, which calls without a response nonce get (interface#55-signed-responses). */
export const SIGNED_V1: Deprecation = {
  since: '2026-11-22',
  until: '2027-11-30',
  instead: 'send X-Svc-Response-Nonce, and verify version 2',
  page: '/reference.md#runtime',
}

/** The headers of a response that uses a deprecated feature (RFC 9745, RFC 8594). */
export function deprecationHeaders({ since, until, page }: Deprecation) {
  return {
    Deprecation: `@${Date.parse(since) / 1000}`,
    Sunset: new Date(until).toUTCString(),
    Link: `<${page}>; rel="deprecation"; type="text/markdown"`,
  }
}

/** The same information as a sentence for the API document. */
export function deprecationText(what: string, { since, until, instead }: Deprecation): string {
  return `${what} are deprecated since ${since} and may end on ${until}: ${instead}.`
}
