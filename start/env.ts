import { Env } from '@adonisjs/core/env'
import { prepareEnvironment } from '../config/environment.js'
import {
  delays,
  file,
  limit,
  optionalPort,
  port,
  positive,
  proxies,
  secret,
  subnets,
  urlOf,
} from '../config/setting_checks.js'

await prepareEnvironment()

const { schema } = Env

/**
 * Every setting that the service reads, checked before anything starts: a missing or wrong value stops the
 * start with a line that names it (contract 7). The environment wins over the file `.env`.
 */
export default await Env.create(new URL('../', import.meta.url), {
  NODE_ENV: schema.enum(['development', 'production', 'test'] as const),
  HOST: schema.string({ format: 'host' }),
  PORT: port,
  PORT_IS_DEFAULT: schema.boolean.optional(),
  APP_KEY: secret,
  APP_URL: schema.string.optional({ format: 'url', tld: false }),
  LOG_LEVEL: schema.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const),

  DATA_DIR: schema.string(),
  DRIVE_DISK: schema.enum.optional(['local', 's3'] as const),
  S3_BUCKET: schema.string.optionalWhen(() => process.env.DRIVE_DISK !== 's3'),
  S3_REGION: schema.string.optionalWhen(() => process.env.DRIVE_DISK !== 's3'),
  S3_ENDPOINT: urlOf('https', 'http'),
  S3_FORCE_PATH_STYLE: schema.boolean.optional(),
  DATABASE_URL: urlOf('postgres', 'postgresql'),
  DATABASE_POOL: positive,
  DATABASE_IDLE_TRANSACTION_SECONDS: positive,
  REDIS_URL: urlOf('redis', 'rediss'),
  REDIS_PREFIX: schema.string.optional(),
  TRUST_PROXY: proxies,
  WORKER_CONCURRENCY: positive,
  OPERATIONS_RUNNING_PER_ORG: positive,

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
  SMTP_PORT: optionalPort,
  SMTP_SECURE: schema.boolean.optional(),
  SMTP_REQUIRE_TLS: schema.boolean.optional(),
  SMTP_USERNAME: schema.string.optional(),
  SMTP_PASSWORD: schema.secret.optional(),
  SMTP_FROM: schema.string.optional({ format: 'email' }),
  SDK_SIGNING_SECRET: schema.secret.optional(),
  GEOIP_DATABASE: file,

  BOOTSTRAP_ENABLED: schema.boolean.optional(),
  BOOTSTRAP_ADMIN_TOKEN: schema.secret.optional(),
})
