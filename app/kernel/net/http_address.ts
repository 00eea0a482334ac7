/** Returns the URL of a service that listens on a host; an IPv6 address gets brackets. */
export function httpAddress(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
