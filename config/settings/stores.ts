import { Env } from '@adonisjs/core/env'
import { file, positive, urlOf, word } from '../setting_checks.js'
import { setting } from './setting.js'

const { schema } = Env

const withS3 = () => process.env.DRIVE_DISK === 's3'

/** Where the service stores its data (contract#stores). */
export const stores = {
  DATA_DIR: setting(schema.string(), {
    default: 'storage',
    says: 'The folder of everything kept on this machine, relative to the folder in which the service starts.',
  }),
  DATABASE_URL: setting(urlOf('postgres', 'postgresql'), {
    unset: 'an embedded Postgres in `DATA_DIR`',
    example: 'postgres://latchkey:password@db.example.com:5432/latchkey',
    secret: true,
    says: 'Postgres 14 or newer, never a pooler that shares connections between transactions.',
  }),
  DATABASE_POOL: setting(positive, {
    default: '10',
    says: 'Connections to Postgres for ordinary requests and jobs of one process; [others](connections.md) come on top.',
  }),
  DATABASE_IDLE_TRANSACTION_SECONDS: setting(positive, {
    default: '20',
    says: 'After so long Postgres ends the transaction of a process that stands still.',
  }),
  REDIS_URL: setting(urlOf('redis', 'rediss'), {
    unset: 'everything is in Postgres',
    example: 'redis://redis.example.com:6379',
    secret: true,
    says: 'Redis for queues, limits and nonces, with `maxmemory-policy noeviction`.',
  }),
  REDIS_PREFIX: setting(word, { default: 'latchkey', says: 'Keeps deployments in one Redis apart.' }),
  DRIVE_DISK: setting(schema.enum(['local', 's3'] as const), {
    default: 'local',
    says: '`s3` keeps files (of releases and tickets, uploads, exports) in a bucket instead of `DATA_DIR`; credentials as the AWS SDK finds them.',
  }),
  S3_BUCKET: setting(word, {
    neededWhen: withS3,
    unset: 'none',
    example: 'licenses',
    says: 'The bucket; needed with `DRIVE_DISK=s3`.',
  }),
  S3_REGION: setting(word, {
    neededWhen: withS3,
    unset: 'none',
    example: 'eu-central-1',
    says: 'The region of the bucket; needed with `DRIVE_DISK=s3`.',
  }),
  S3_ENDPOINT: setting(urlOf('https', 'http'), {
    unset: 'AWS',
    example: 'https://s3.example.com',
    says: 'Another service that speaks S3.',
  }),
  S3_FORCE_PATH_STYLE: setting(schema.boolean(), {
    unset: '`true` with `S3_ENDPOINT`',
    says: 'Whether the bucket stands in the path of the address and not in its host name.',
  }),
  GEOIP_DATABASE: setting(file, {
    unset: 'the bundled one',
    example: '/var/lib/geoip/country.mmdb',
    says: 'A country database (.mmdb) of MaxMind or compatible.',
  }),
}
