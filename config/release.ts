import { readFileSync } from 'node:fs'

/** The version of the running service, from its package. */
export const version: string = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8')
).version

/** When this process started. */
export const startedAt = new Date()
