import { defineConfig, drivers } from '@adonisjs/core/hash'
import env from '#start/env'

/** Passwords. The tests pay less for each hash; nothing else differs. */
const cost = env.get('NODE_ENV') === 'test' ? 1024 : 16_384

const hashConfig = defineConfig({
  default: 'scrypt',
  list: {
    scrypt: drivers.scrypt({ cost, blockSize: 8, parallelization: 1, maxMemory: 33_554_432 }),
  },
})

export default hashConfig

declare module '@adonisjs/core/types' {
  export interface HashersList extends InferHashers<typeof hashConfig> {}
}
