import { defineConfig, drivers } from '@adonisjs/core/hash'
import env from '#start/env'

/**
 * What a password hash costs: scrypt with 16 MiB and five rounds, of OWASP's least settings the one with little
 * memory, because several are made at a time. A stored hash that was made more cheaply is made anew at the next
 * sign-in. The tests pay less for each hash; nothing else differs.
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
