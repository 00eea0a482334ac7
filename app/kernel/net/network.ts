/**
 * Returns the unit in which addresses are counted: an IPv4 address as it is, an IPv6 address as its /64, because one
 * subscriber of an internet provider has all of it.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1]
  const [head, tail = ''] = address.split('%')[0].split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = address.includes('::') ? 8 - groups.length - tail.split(':').filter(Boolean).length : 0
  const all = [...groups, ...Array<string>(missing).fill('0'), ...tail.split(':')]
  return `${all.slice(0, 4).join(':')}::/64`
}
