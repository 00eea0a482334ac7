import { Env } from '@adonisjs/core/env'
import { prepareEnvironment, settingsFolder } from '../config/environment.js'
import {
  appKey,
  appKeyRing,
  delays,
  file,
  limit,
  optionalPort,
  optionalSecret,
  port,
  positive,
  proxies,
  subnets,
  urlOf,
} from '../config/setting_checks.js'

await prepareEnvironment()

const { schema } = Env

/**
 * Every setting that the service reads, checked before anything starts: a missing or wrong value stops the
 * start with a line that names it (contract#settings). The environment wins over the file `.env`
 * of the folder in which the service was started.
 */
export const settings = {
  NODE_ENV: schema.enum(['development', 'production', 'test'] as const),
  HOST: schema.string({ format: 'host' }),
  PORT: port,
  PORT_IS_DEFAULT: schema.boolean.optional(),
  APP_KEY: appKey,
  APP_KEYS: appKeyRing,
  APP_KEY_IS_MISSING: schema.boolean.optional(),
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
  KEEP_ALIVE_SECONDS: positive,
  MAX_CONNECTIONS: positive,
  DRAIN_SECONDS: limit,
  LOG_REQUESTS: schema.boolean.optional(),
  WORKER_CONCURRENCY: positive,
  WORKER_HEALTH_PORT: optionalPort,
  OPERATIONS_RUNNING_PER_ORG: positive,

  API_KEY_IP_LIMIT_PER_MIN: limit,
  API_KEY_LIMIT_FREE_PER_MIN: limit,
  API_KEY_LIMIT_PRO_PER_MIN: limit,
  API_KEY_LIMIT_BUSINESS_PER_MIN: limit,
  API_KEY_LIMIT_ENTERPRISE_PER_MIN: limit,
  PRODUCT_LIMIT_PER_MIN: limit,
  LICENSE_LIMIT_PER_MIN: limit,
  LOGIN_LIMIT_PER_15_MIN: limit,
  LOGIN_FAILURES_PER_DAY: limit,
  SIGNUP_LIMIT_PER_HOUR: limit,
  PASSWORD_RESET_LIMIT_PER_HOUR: limit,
  TOTP_LIMIT_PER_15_MIN: limit,
  INVITES_PER_HOUR: limit,
  WEBHOOK_TEST_LIMIT_PER_MIN: limit,
  ORGS_PER_USER: limit,
  PRODUCTS_PER_ORG: limit,
  API_KEYS_PER_PRODUCT: limit,
  WEBHOOK_ENDPOINTS_PER_PRODUCT: limit,
  MEMBERS_PER_ORG: limit,
  OPEN_OPERATIONS_PER_ORG: limit,
  STORED_MIB_PER_ORG: limit,
  DEFAULT_PLAN: schema.enum.optional(['free', 'pro', 'business', 'enterprise'] as const),
  SDK_SIGNING_REQUIRED: schema.boolean.optional(),
  ALLOWED_ORIGINS: schema.string.optional(),
  SIGNUP: schema.enum.optional(['open', 'invited', 'closed'] as const),
  OAUTH_PROVIDERS: schema.string.optional(),

  WEBHOOK_ALLOWED_SUBNETS: subnets,
  WEBHOOK_RETRY_DELAYS: delays,
  WEBHOOK_TIMEOUT_SECONDS: positive,
  WEBHOOK_ENDPOINT_CONCURRENCY: positive,
  WEBHOOK_CONCURRENCY: positive,
  WEBHOOK_RETENTION_DAYS: positive,
  MAIL_TO_LOG: schema.boolean.optional(),
  SMTP_HOST: schema.string.optional(),
  SMTP_PORT: optionalPort,
  SMTP_SECURE: schema.boolean.optional(),
  SMTP_REQUIRE_TLS: schema.boolean.optional(),
  SMTP_USERNAME: schema.string.optional(),
  SMTP_PASSWORD: schema.secret.optional(),
  SMTP_FROM: schema.string.optional({ format: 'email' }),
  SDK_SIGNING_SECRET: optionalSecret,
  GEOIP_DATABASE: file,

  BOOTSTRAP_ENABLED: schema.boolean.optional(),
  BOOTSTRAP_ADMIN_TOKEN: optionalSecret,
}

export default await Env.create(settingsFolder(), settings)
