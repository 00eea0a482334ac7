/** The architectures that a machine emulates, best first. Linux has no built-in emulation. */
const EMULATED: ReadonlyMap<string, readonly string[]> = new Map([
  ['windows aarch64', ['x86_64', 'x86', 'i686']],
  ['windows x86_64', ['x86', 'i686']],
  ['darwin aarch64', ['x86_64']],
])

/** The architectures whose programs may run on a machine, its own first. */
export function runnableOn(platform: string | null, arch: string): readonly string[] {
  return [arch, ...(EMULATED.get(`${platform} ${arch}`) ?? [])]
}
