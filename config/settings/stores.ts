import { Env } from '@adonisjs/core/env'
import { file, folder } from '../path_checks.js'
import { positive, redisUrl, seconds, urlOf, word } from '../setting_checks.js'
import { setting } from './setting.js'

const { schema } = Env

const withS3 = () => process.env.DRIVE_DISK === 's3'

/** Where the service stores its data (contract#stores). */
export const stores = {
  DATA_DIR: setting(folder, {
    default: 'storage',
    says: 'The folder for all data on this machine. A relative path starts at the folder in which the service starts.',
  }),
  DATABASE_URL: setting(urlOf('postgres', 'postgresql'), {
    unset: 'an embedded Postgres in `DATA_DIR`',
    example: 'postgres://latchkey:password@db.example.com:5432/latchkey',
    secret: true,
    says: 'The address of Postgres 14 or newer. Do not use a pooler such as PgBouncer.',
  }),
  DATABASE_POOL: setting(positive, {
    default: '10',
    says: 'Postgres connections per process for ordinary requests and jobs. [Other connections](connections.md) are added to this number.',
  }),
  DATABASE_IDLE_TRANSACTION_SECONDS: setting(seconds, {
    default: '20',
    says: 'How long a transaction may be idle before Postgres ends it.',
  }),
  REDIS_URL: setting(redisUrl, {
    unset: 'everything is in Postgres',
    example: 'redis://redis.example.com:6379',
    secret: true,
    says: 'The address of Redis for queues, limits and nonces. Redis needs `maxmemory-policy noeviction`.',
  }),
  REDIS_PREFIX: setting(word, {
    default: 'latchkey',
    says: 'The key prefix that separates deployments in one Redis.',
  }),
  DRIVE_DISK: setting(schema.enum(['local', 's3'] as const), {
    default: 'local',
    says: '`s3` stores files (of releases and tickets, uploads, exports) in a bucket instead of `DATA_DIR`. The AWS SDK finds the credentials in its usual places.',
  }),
  S3_BUCKET: setting(word, {
    neededWhen: withS3,
    unset: 'none',
    example: 'licenses',
    says: 'The name of the bucket. Required with `DRIVE_DISK=s3`.',
  }),
  S3_REGION: setting(word, {
    neededWhen: withS3,
    unset: 'none',
    example: 'eu-central-1',
    says: 'The region of the bucket. Required with `DRIVE_DISK=s3`.',
  }),
  S3_ENDPOINT: setting(urlOf('https', 'http'), {
    unset: 'AWS',
    example: 'https://s3.example.com',
    says: 'The address of another service with an S3 API.',
  }),
  S3_FORCE_PATH_STYLE: setting(schema.boolean(), {
    unset: '`true` with `S3_ENDPOINT`',
    says: 'Puts the bucket name in the path of the address instead of the host name.',
  }),
  GEOIP_DATABASE: setting(file, {
    unset: 'the bundled one',
    example: '/var/lib/geoip/country.mmdb',
    says: 'The path of a country database (.mmdb) from MaxMind, or a compatible one.',
  }),
}
