import { readFileSync } from 'node:fs'

/** The display name of the service. */
export const serviceName = 'Latchkey'

/** The version of the running service, from its package.json. */
export const version: string = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8')
).version

/** When this process started. */
export const startedAt = new Date()
