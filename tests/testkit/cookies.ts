/** The cookies that a response set, by name, with their attributes in lower case. */
export function cookiesOf(
  response: Pick<Response, 'headers'>
): Record<string, { value: string; attributes: string[] }> {
  return Object.fromEntries(
    response.headers.getSetCookie().map((line) => {
      const [pair, ...attributes] = line.split('; ')
      const at = pair.indexOf('=')
      const lower = attributes.map((one) => one.toLowerCase())
      return [pair.slice(0, at), { value: pair.slice(at + 1), attributes: lower }]
    })
  )
}

/** A Cookie header that sends back the cookies that `cookiesOf` found. */
export function cookieHeader(cookies: ReturnType<typeof cookiesOf>): string {
  return Object.entries(cookies)
    .map(([name, { value }]) => `${name}=${value}`)
    .join('; ')
}
