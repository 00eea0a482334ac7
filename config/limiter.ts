import { defineConfig, stores } from '@adonisjs/limiter'
import type { InferLimiters } from '@adonisjs/limiter/types'
import { backend } from '#config/queue'

/** Where sensitive attempts are counted: sign-in, sign-up, password reset, second factor, webhook tests. */
const limiterConfig = defineConfig({
  default: backend === 'redis' ? 'redis' : 'database',
  stores: {
    redis: stores.redis({ keyPrefix: 'attempts', rejectIfRedisNotReady: false }),
    database: stores.database({
      tableName: 'attempt_limits',
      keyPrefix: 'attempts',
      // The prune job deletes old rows, so that processes need no timer for it.
      clearExpiredByTimeout: false,
    }),
  },
})

export default limiterConfig

declare module '@adonisjs/limiter/types' {
  export interface LimitersList extends InferLimiters<typeof limiterConfig> {}
}
