/** Returns the value that a text stands for, or throws a line that names the setting. */
export type Check<T> = (name: string, value?: string) => T

/** A value, as it is written in the environment, or one for production and one for everywhere else. */
type Default = string | { production: string; otherwise: string }

/** What people read about a setting in docs/operating/settings.md and `.env.example`. */
type About = {
  /** One sentence: what it is for, its unit, what its special values mean. Markdown. */
  says: string
  /** The value of a setting that is not set, in words, where it is not one fixed value. */
  unset?: string
  /** An example, for settings without a default that can be shown. */
  example?: string
  /** The value must not be seen by others. */
  secret?: boolean
}

type Required = {
  /** When the setting must be set; without this it may always be left out. */
  neededWhen?: () => boolean
}

/** One row of the settings table. It is called as the check of the environment. */
export type Setting<T = unknown> = Check<T> & { about: About & { default?: Default } }

export function setting<T>(check: Check<T>, about: About & { default: Default }): Setting<T>
export function setting<T>(check: Check<T>, about: About & Required): Setting<T | undefined>
export function setting<T>(check: Check<T>, about: About & Required & { default?: Default }) {
  const read = (name: string, value?: string) => {
    const given = value || defaultOf(about)
    if (given !== undefined) return check(name, given)
    return about.neededWhen?.() ? check(name, '') : undefined
  }
  return Object.assign(read, { about })
}

/** What a setting that is not set counts as; undefined where it has no default. */
export function defaultOf({ default: value }: { default?: Default }): string | undefined {
  if (typeof value !== 'object') return value
  return process.env.NODE_ENV === 'production' ? value.production : value.otherwise
}
