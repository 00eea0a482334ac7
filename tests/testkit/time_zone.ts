import type { Group } from '@japa/runner/core'

/** Gives this process its own time zone back after each test of a group, which may set `process.env.TZ`. */
export function restoreTimeZone({ each }: Pick<Group, 'each'>) {
  each.setup(() => {
    const { TZ } = process.env
    return () => {
      if (TZ === undefined) delete process.env.TZ
      else process.env.TZ = TZ
    }
  })
}
