import { readFileSync } from 'node:fs'

/** The name of the service, as people read it. */
export const serviceName = 'Latchkey'

/** The version of the running service, from its package. */
export const version: string = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8')
).version

/** When this process started. */
export const startedAt = new Date()
