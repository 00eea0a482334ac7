import { Env } from '@adonisjs/core/env'
import { prepareEnvironment } from '../config/environment.js'

await prepareEnvironment(new URL('../', import.meta.url))

const { schema } = Env

/**
 * Every setting that the service reads, checked before anything starts: a missing or wrong value stops the
 * start with a line that names it (contract 7). The environment wins over the file `.env`.
 */
export default await Env.create(new URL('../', import.meta.url), {
  NODE_ENV: schema.enum(['development', 'production', 'test'] as const),
  HOST: schema.string({ format: 'host' }),
  PORT: schema.number(),
  APP_KEY: schema.secret(),
  APP_URL: schema.string.optional({ format: 'url', tld: false }),
  LOG_LEVEL: schema.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const),

  DATA_DIR: schema.string(),
  DATABASE_URL: schema.string.optional(),
  DATABASE_POOL: schema.number.optional(),
  REDIS_URL: schema.string.optional(),
  REDIS_PREFIX: schema.string.optional(),
  TRUST_PROXY: schema.string.optional(),
  WORKER_CONCURRENCY: schema.number.optional(),

  BOOTSTRAP_ENABLED: schema.boolean.optional(),
  BOOTSTRAP_ADMIN_TOKEN: schema.secret.optional(),
})
