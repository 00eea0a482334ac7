const NAME = /^[a-z0-9_]{1,32}$/

const PLATFORMS = new Map([
  ['win32', 'windows'],
  ['win', 'windows'],
  ['mac', 'darwin'],
  ['macos', 'darwin'],
  ['osx', 'darwin'],
])

const ARCHES = new Map([
  ['x64', 'x86_64'],
  ['amd64', 'x86_64'],
  ['arm64', 'aarch64'],
])

/** Names that match every platform, or every arch. */
const EVERY = ['any', 'universal']

/** The platform or arch of a file that names none. */
export const ANY = 'any'

/** Normalizes the name of a platform; null for an invalid name (contract/12-releases#121-publishing). */
export function platformOf(text: string): string | null {
  return nameOf(text, PLATFORMS)
}

/** Normalizes the name of an arch; null for an invalid name. */
export function archOf(text: string): string | null {
  return nameOf(text, ARCHES)
}

/** True if a file for `offered` fits a program on `wanted`. Both are normalized by `platformOf` or `archOf`. */
export function fits(offered: string, wanted: string): boolean {
  return offered === wanted || EVERY.includes(offered) || EVERY.includes(wanted)
}

function nameOf(text: string, names: Map<string, string>): string | null {
  return NAME.test(text) ? (names.get(text) ?? text) : null
}
