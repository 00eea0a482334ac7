import { normalizeAddress, parseNetwork, type Network } from './address.js'

/** Decides if the address of a hop is trusted to name the hop before it; the nearest hop has distance 0. */
export type Trust = (address: string, distance: number) => boolean

/** Common names for ranges, as proxies and frameworks use them. */
export const NAMED_RANGES: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/**
 * Returns the hops that TRUST_PROXY trusts (contract#authorize-request, contract/01-changes#bounds): none (`none`), a
 * number of hops, or a list of addresses, ranges and named ranges. The setting must be validated already.
 */
export function trustOf(setting: string): Trust {
  if (/^\d+$/.test(setting)) return (_address, distance) => distance < Number(setting)
  const ranges = setting
    .split(',')
    .map((one) => one.trim())
    .flatMap((one) => NAMED_RANGES[one] ?? [one])
    .map(parseNetwork)
    .filter((range) => range !== null)
  if (ranges.length === 0) return () => false
  return (address) => {
    const one = parseNetwork(plainAddress(address ?? '') ?? '')
    return one !== null && ranges.some((range) => contains(range, one))
  }
}

/**
 * Returns the address of the client that sent a request: that of the connection, or as far back in X-Forwarded-For as
 * every hop is trusted. If a hop on that path is not an address, the header is ignored completely.
 */
export function clientAddress(remote: string, forwarded: string | undefined, trust: Trust): string {
  const direct = plainAddress(remote) ?? remote
  if (!forwarded || !trust(direct, 0)) return direct
  const hops = forwarded.split(',')
  let address = direct
  for (let distance = 0; distance < hops.length && trust(address, distance); distance++) {
    const hop = plainAddress(hops[hops.length - 1 - distance])
    if (hop === null) return direct
    address = hop
  }
  return address
}

/**
 * Returns the canonical form of an address without the port or zone that some proxies add; null if the text is not an
 * address.
 *
 * @internal
 */
export function plainAddress(text: string): string | null {
  const plain = normalizeAddress(text)
  if (plain !== null) return plain
  const bare = text.trim()
  const [, bracketed] = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(bare) ?? []
  const [, ipv4] = /^([\d.]+):\d{1,5}$/.exec(bare) ?? []
  return normalizeAddress((bracketed ?? ipv4 ?? bare).replace(/%[\w.-]{1,64}$/, ''))
}

function contains({ bytes, bits }: Network, one: Network): boolean {
  if (bytes.length !== one.bytes.length || one.bits < bits) return false
  return bytes.every((byte, at) => {
    const mask = (0xff00 >> Math.min(8, Math.max(0, bits - at * 8))) & 0xff
    return (one.bytes[at] & mask) === byte
  })
}
