/** An IP address as a number of 32 or 128 bits. */
type Ip = { bits: 32 | 128; value: bigint }

/** A range of addresses, such as `10.0.0.0/8`. */
export type Subnet = Ip & { prefix: number }

/**
 * The IPv4 ranges outside the public internet (IANA special-purpose registry), including multicast and reserved ones,
 * and the address of a cloud's internal services, which every machine in that cloud can reach (168.63.129.16).
 */
const CLOSED_V4 = subnets(
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 ' +
    '192.0.0.0/24 192.0.2.0/24 ' +
    '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4'
)

/**
 * In IPv6 only global unicast is public, except for some parts of it. This closes loopback, mapped IPv4, unique local,
 * link-local, multicast and NAT64 without listing them.
 */
const OPEN_V6 = subnets('2000::/3')
const CLOSED_V6 = subnets('2001::/23 2001:db8::/32 2002::/16 3fff::/20')

/**
 * Returns true if an address is on the public internet, and false for anything that is not an IP address.
 *
 * @internal
 */
export function isPublic(address: string): boolean {
  const ip = parseIp(address)
  if (!ip) return false
  if (ip.bits === 32) return !isIn(ip, CLOSED_V4)
  return isIn(ip, OPEN_V6) && !isIn(ip, CLOSED_V6)
}

/** Returns true if an attempt may connect to an address, because it is public or the operator has allowed it. */
export function isReachable(address: string, allowed: readonly Subnet[]): boolean {
  if (isPublic(address)) return true
  const ip = parseIp(address)
  return ip !== null && isIn(unmapped(ip), allowed)
}

/** Parses a range in CIDR notation or a single address; null for anything else. */
export function parseSubnet(text: string): Subnet | null {
  const [address, length, ...rest] = text.trim().split('/')
  const ip = parseIp(address)
  if (!ip || rest.length > 0) return null
  if (length === undefined) return { ...ip, prefix: ip.bits }
  const prefix = Number(length)
  return /^\d{1,3}$/.test(length) && prefix <= ip.bits ? { ...ip, prefix } : null
}

/**
 * Parses an IPv4 address in dotted decimal or an IPv6 address; null for anything else, including addresses with a zone.
 */
export function parseIp(text: string): Ip | null {
  if (!text.includes(':')) {
    const value = parseV4(text)
    return value === null ? null : { bits: 32, value }
  }
  const value = parseV6(text)
  return value === null ? null : { bits: 128, value }
}

function parseV4(text: string): bigint | null {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)
  if (!match) return null
  const bytes = match.slice(1).map(Number)
  if (bytes.some((byte, at) => byte > 255 || String(byte) !== match[at + 1])) return null
  return bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
}

function parseV6(text: string): bigint | null {
  const sides = text.split('::')
  if (sides.length > 2) return null
  const [head, tail] = sides.map(groupsOf)
  if (!head || (sides.length === 2 && !tail)) return null
  const given = head.length + (tail?.length ?? 0)
  if (sides.length === 2 ? given > 7 : given !== 8) return null
  const groups = [...head, ...new Array<bigint>(8 - given).fill(0n), ...(tail ?? [])]
  return groups.reduce((sum, group) => (sum << 16n) | group, 0n)
}

/** The 16-bit groups of one side of an IPv6 address; its last 32 bits may be written as IPv4. */
function groupsOf(side: string): bigint[] | null {
  if (side === '') return []
  const groups: bigint[] = []
  const words = side.split(':')
  for (const [at, word] of words.entries()) {
    const v4 = at === words.length - 1 && word.includes('.') ? parseV4(word) : null
    if (v4 !== null) groups.push(v4 >> 16n, v4 & 0xffffn)
    else if (/^[0-9a-f]{1,4}$/i.test(word)) groups.push(BigInt(`0x${word}`))
    else return null
  }
  return groups
}

/** Converts an IPv4 address that is written as IPv6 (::ffff:a.b.c.d) to IPv4. */
function unmapped(ip: Ip): Ip {
  return ip.bits === 128 && ip.value >> 32n === 0xffffn ? { bits: 32, value: ip.value & 0xffffffffn } : ip
}

function isIn(ip: Ip, ranges: readonly Subnet[]): boolean {
  return ranges.some((range) => {
    const shift = BigInt(range.bits - range.prefix)
    return ip.bits === range.bits && ip.value >> shift === range.value >> shift
  })
}

function subnets(list: string): Subnet[] {
  return list.split(' ').map((text) => parseSubnet(text)!)
}
