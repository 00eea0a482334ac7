import app from '@adonisjs/core/services/app'
import logger from '@adonisjs/core/services/logger'
import db from '@adonisjs/lucid/services/db'
import mail from '@adonisjs/mail/services/main'
import { appUrl, appUrlIsSet } from '#config/app'
import { disk } from '#config/drive'
import { smtp } from '#config/mail'
import { incompleteProviders } from '#config/oauth'
import { configuredUrl } from '#config/postgres'
import queue from '#config/queue'
import { version } from '#config/release'
import { publicSigningKeys } from '#kernel/signing/signing_keys'
import { firstRow } from '#kernel/database/sql'
import { testDrive } from './drive_check.js'
import HealthWatch from './health_watch.js'
import { newerSchema, NEWER_REMEDY, schemaState } from './schema_state.js'
import { serviceHealth } from './service_health.js'

/**
 * Logs in one line what a process has started with, warns of incomplete settings, and watches the stores until the
 * process stops. `about` adds facts of this kind of process. It runs in the background: the process already works,
 * and an error in its announcement must not end it.
 */
export function announceStart(what: string, about: object = {}) {
  if (app.isTerminating) return
  const watch = new HealthWatch(() => serviceHealth())
  app.terminating(() => watch.stop())
  watch
    .start(() => announce(what, about))
    .catch((error) => logger.error({ err: error }, 'the start could not be announced'))
}

async function announce(what: string, about: object) {
  const mailer = mail.config.default
  const facts = {
    version,
    node: process.version,
    environment: app.nodeEnvironment,
    database: configuredUrl ? 'DATABASE_URL' : 'embedded Postgres',
    queues: queue.backend,
    migrations: await migrationsRun(),
    files: disk,
    mail: mailer === 'smtp' ? `smtp ${smtp.host}` : `${mailer} (SMTP_HOST is not set)`,
    appUrl: appUrlIsSet ? appUrl : `${appUrl} (APP_URL is not set: links lead there)`,
    signingKeys: publicSigningKeys().length,
    ...about,
  }
  logger.info(facts, `${what} of Latchkey ${version} has started`)
  for (const name of incompleteProviders) {
    logger.warn(
      { provider: name },
      `OAUTH_PROVIDERS names ${name}, and it is not offered: it needs OAUTH_<NAME>_CLIENT_ID and _CLIENT_SECRET, and _ISSUER unless it is google, github or discord`
    )
  }
  const { newer } = await schemaState()
  if (newer) logger.warn(`${newerSchema(newer)}: ${NEWER_REMEDY}`)
  await testDrive()
}

/** The number of migrations that have run, and the name of the last one. */
export async function migrationsRun(): Promise<string> {
  const found = await firstRow<{ count: number; last: string | null }>(
    db.connection(),
    `select count(*)::int as count, max(name) as last from adonis_schema`
  )
  return `${found?.count ?? 0}, up to ${found?.last?.split('/').at(-1) ?? 'none'}`
}
