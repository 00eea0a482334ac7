import { Env } from '@adonisjs/core/env'
import { prepareEnvironment } from '../config/environment.js'
import { parseSubnet } from '#domain/webhook/addresses'

await prepareEnvironment()

const { schema } = Env

/** A limit: a whole number, or -1 for unlimited. */
function limit(name: string, value?: string): number | undefined {
  if (value === undefined) return undefined
  if (/^(-1|\d{1,9})$/.test(value)) return Number(value)
  throw new Error(`Value for environment variable "${name}" must be a whole number, or -1 for unlimited`)
}

/** Ranges of addresses in CIDR notation, separated by commas. */
function subnets(name: string, value?: string): string | undefined {
  const wrong = value?.split(',').find((text) => text.trim() !== '' && !parseSubnet(text))
  if (wrong === undefined) return value
  throw new Error(
    `Value for environment variable "${name}" must be a list of CIDR ranges; "${wrong}" is none`
  )
}

/** Seconds between attempts, separated by commas. */
function delays(name: string, value?: string): string | undefined {
  if (value === undefined || /^\d{1,7}(\s*,\s*\d{1,7}){0,29}$/.test(value)) return value
  throw new Error(`Value for environment variable "${name}" must be whole seconds separated by commas`)
}

/** A whole number of 1 or more. */
function positive(name: string, value?: string): number | undefined {
  if (value === undefined) return undefined
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value)
  throw new Error(`Value for environment variable "${name}" must be a whole number of 1 or more`)
}

/**
 * Every setting that the service reads, checked before anything starts: a missing or wrong value stops the
 * start with a line that names it (contract 7). The environment wins over the file `.env`.
 */
export default await Env.create(new URL('../', import.meta.url), {
  NODE_ENV: schema.enum(['development', 'production', 'test'] as const),
  HOST: schema.string({ format: 'host' }),
  PORT: schema.number(),
  PORT_IS_DEFAULT: schema.boolean.optional(),
  APP_KEY: schema.secret(),
  APP_URL: schema.string.optional({ format: 'url', tld: false }),
  LOG_LEVEL: schema.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const),

  DATA_DIR: schema.string(),
  DATABASE_URL: schema.string.optional(),
  DATABASE_POOL: schema.number.optional(),
  DATABASE_IDLE_TRANSACTION_SECONDS: schema.number.optional(),
  REDIS_URL: schema.string.optional(),
  REDIS_PREFIX: schema.string.optional(),
  TRUST_PROXY: schema.string.optional(),
  WORKER_CONCURRENCY: schema.number.optional(),
  OPERATIONS_RUNNING_PER_ORG: schema.number.optional(),

  API_KEY_IP_LIMIT_PER_MIN: limit,
  API_KEY_LIMIT_FREE_PER_MIN: limit,
  API_KEY_LIMIT_PRO_PER_MIN: limit,
  API_KEY_LIMIT_BUSINESS_PER_MIN: limit,
  API_KEY_LIMIT_ENTERPRISE_PER_MIN: limit,
  PRODUCT_LIMIT_PER_MIN: limit,
  LICENSE_LIMIT_PER_MIN: limit,
  LOGIN_LIMIT_PER_15_MIN: limit,
  SIGNUP_LIMIT_PER_HOUR: limit,
  PASSWORD_RESET_LIMIT_PER_HOUR: limit,
  TOTP_LIMIT_PER_15_MIN: limit,
  WEBHOOK_TEST_LIMIT_PER_MIN: limit,
  SDK_SIGNING_REQUIRED: schema.boolean.optional(),
  ALLOWED_ORIGINS: schema.string.optional(),
  OAUTH_PROVIDERS: schema.string.optional(),

  WEBHOOK_ALLOWED_SUBNETS: subnets,
  WEBHOOK_RETRY_DELAYS: delays,
  WEBHOOK_TIMEOUT_SECONDS: positive,
  WEBHOOK_ENDPOINT_CONCURRENCY: positive,
  WEBHOOK_CONCURRENCY: positive,
  WEBHOOK_RETENTION_DAYS: positive,
  SMTP_HOST: schema.string.optional(),
  SMTP_PORT: schema.number.optional(),
  SMTP_SECURE: schema.boolean.optional(),
  SMTP_USERNAME: schema.string.optional(),
  SMTP_PASSWORD: schema.secret.optional(),
  SMTP_FROM: schema.string.optional({ format: 'email' }),
  SDK_SIGNING_SECRET: schema.secret.optional(),
  GEOIP_DATABASE: schema.string.optional(),

  BOOTSTRAP_ENABLED: schema.boolean.optional(),
  BOOTSTRAP_ADMIN_TOKEN: schema.secret.optional(),
})
