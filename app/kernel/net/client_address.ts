import { normalizeAddress, parseNetwork, type Network } from './address.js'

/** Whether what an address says about the hop before it is believed; the nearest hop has the distance 0. */
export type Trust = (address: string, distance: number) => boolean

/** Names for ranges, as proxies and frameworks call them. */
export const NAMED_RANGES: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/**
 * The hops that TRUST_PROXY trusts (contract#authorize-request, contract/01-changes#bounds): none (`none`), a number
 * of hops, or the addresses, ranges and named ranges of a list. The setting is checked already.
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
 * The address that a request comes from: that of its connection, or as far back in X-Forwarded-For as every hop is
 * trusted. Where the header names something that is no address, nothing of it is believed.
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
 * An address in its canonical form, without the port or zone that some proxies write with it; null for none.
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
