import { defineConfig, drivers } from '@adonisjs/core/hash'
import env from '#start/env'

/**
 * The cost of a password hash: scrypt with 16 MiB and five rounds, the OWASP minimum with little memory, because
 * several hashes run at once. A stored hash with a lower cost is replaced at the next sign-in. Only the tests use a
 * lower cost.
 */
export function passwordCost(environment: 'development' | 'production' | 'test') {
  return environment === 'test'
    ? { cost: 1024, blockSize: 8, parallelization: 1 }
    : { cost: 16_384, blockSize: 8, parallelization: 5 }
}

const hashConfig = defineConfig({
  default: 'scrypt',
  list: {
    scrypt: drivers.scrypt({ ...passwordCost(env.get('NODE_ENV')), maxMemory: 33_554_432 }),
  },
})

export default hashConfig

declare module '@adonisjs/core/types' {
  export interface HashersList extends InferHashers<typeof hashConfig> {}
}
