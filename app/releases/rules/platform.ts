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

/** What a file without a platform or an arch has. */
export const ANY = 'any'

/** The one name of a platform, whatever tools call it; null for what is none (contract/12-releases#121-publishing). */
export function platformOf(text: string): string | null {
  return nameOf(text, PLATFORMS)
}

/** The same for an arch. */
export function archOf(text: string): string | null {
  return nameOf(text, ARCHES)
}

/** Whether a file for `offered` fits a program on `wanted`, both as `platformOf` or `archOf` gives them. */
export function fits(offered: string, wanted: string): boolean {
  return offered === wanted || EVERY.includes(offered) || EVERY.includes(wanted)
}

function nameOf(text: string, names: Map<string, string>): string | null {
  return NAME.test(text) ? (names.get(text) ?? text) : null
}
