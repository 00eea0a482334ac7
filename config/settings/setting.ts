/** Returns the parsed value of a string, or throws a message that names the setting. */
export type Check<T> = (name: string, value?: string) => T

/** A value as written in the environment, or one value for production and one for everywhere else. */
type Default = string | { production: string; otherwise: string }

/** The description of a setting in docs/operating/settings.md and `.env.example`. */
type About = {
  /** One sentence: its purpose, its unit, the meaning of special values. Markdown. */
  says: string
  /** A description of the value if the setting is not set and has no fixed default. */
  unset?: string
  /** An example, for settings without a default that can be shown. */
  example?: string
  /** The value must be kept secret. */
  secret?: boolean
}

type Required = {
  /** When the setting is required; without this function it is optional. */
  neededWhen?: () => boolean
}

/** One row of the settings table. The environment check calls it as a function. */
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

/** The default of a setting; undefined if it has none. */
export function defaultOf({ default: value }: { default?: Default }): string | undefined {
  if (typeof value !== 'object') return value
  return process.env.NODE_ENV === 'production' ? value.production : value.otherwise
}
