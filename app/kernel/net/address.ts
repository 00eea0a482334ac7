/** An IP address or network as its bytes (4 or 16), with the number of leading bits that count. */
export type Network = { bytes: number[]; bits: number }

/**
 * Returns the canonical text of an address or a network: host bits cleared, `::ffff:` addresses as IPv4, and a network
 * of one address without its length. Returns null for any other text. Blacklists store this form, and authorize looks
 * it up.
 */
export function normalizeNetwork(text: string): string | null {
  const network = parseNetwork(text.trim())
  return network && formatNetwork(network)
}

/** Matches an IPv4 address that is already canonical, as most are. */
const PLAIN_IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/

/** Returns the canonical text of a single address; null for a network or anything else. */
export function normalizeAddress(text: string): string | null {
  if (PLAIN_IPV4.test(text)) return text
  return text.includes('/') ? null : normalizeNetwork(text)
}

/** Parses an address or a network in CIDR notation, IPv4 or IPv6. */
export function parseNetwork(text: string): Network | null {
  const [address, length, ...rest] = text.split('/')
  const bytes = parseIpv4(address) ?? parseIpv6(address)
  if (!bytes || rest.length > 0) return null
  if (length !== undefined && !/^(0|[1-9]\d{0,2})$/.test(length)) return null
  const bits = length === undefined ? bytes.length * 8 : Number(length)
  if (bits > bytes.length * 8) return null
  const masked = bytes.map((byte, at) => byte & (0xff00 >> Math.min(8, Math.max(0, bits - at * 8))) & 0xff)
  const mapped = bits >= 96 && masked.slice(0, 10).every((byte) => byte === 0)
  if (mapped && masked[10] === 255 && masked[11] === 255) return { bytes: masked.slice(12), bits: bits - 96 }
  return { bytes: masked, bits }
}

function formatNetwork({ bytes, bits }: Network): string {
  const address = bytes.length === 4 ? bytes.join('.') : formatIpv6(bytes)
  return bits === bytes.length * 8 ? address : `${address}/${bits}`
}

/**
 * Accepts only four decimal numbers. Programs disagree about the meaning of notations with fewer parts or leading
 * zeros.
 */
function parseIpv4(text: string): number[] | null {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part))) return null
  const bytes = parts.map(Number)
  return bytes.every((byte) => byte <= 255) ? bytes : null
}

function parseIpv6(text: string): number[] | null {
  const halves = text.split('::')
  if (halves.length > 2) return null
  const [head, tail] = halves.map((half, at) => groupBytes(half, at === halves.length - 1))
  if (!head || tail === null) return null
  if (halves.length === 1) return head.length === 16 ? head : null
  const missing = 16 - head.length - tail.length
  return missing >= 2 ? [...head, ...new Array<number>(missing).fill(0), ...tail] : null
}

/** The bytes of one side of `::`; the last group of an address may be an IPv4 address. */
function groupBytes(half: string, endsAddress: boolean): number[] | null {
  if (half === '') return []
  const groups = half.split(':')
  const bytes: number[] = []
  for (const [at, group] of groups.entries()) {
    const embedded = endsAddress && at === groups.length - 1 ? parseIpv4(group) : null
    if (!embedded && !/^[0-9a-f]{1,4}$/i.test(group)) return null
    bytes.push(...(embedded ?? [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]))
  }
  return bytes
}

/** Formats as in RFC 5952: lower case, no leading zeros, the longest run of zero groups as `::`. */
function formatIpv6(bytes: number[]): string {
  const groups = Array.from({ length: 8 }, (_, at) => (bytes[at * 2] << 8) | bytes[at * 2 + 1])
  let best = { start: 0, length: 0 }
  for (let start = 0; start < 8; start++) {
    let end = start
    while (end < 8 && groups[end] === 0) end++
    if (end - start > best.length) best = { start, length: end - start }
  }
  const text = (part: number[]) => part.map((group) => group.toString(16)).join(':')
  if (best.length < 2) return text(groups)
  return `${text(groups.slice(0, best.start))}::${text(groups.slice(best.start + best.length))}`
}
