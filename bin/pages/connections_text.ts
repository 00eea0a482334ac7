import { CONNECTIONS, type ConnectionUse } from '#kernel/database/connections'
import { REDIS, type RedisUse } from '#kernel/redis/redis_uses'

/** The connections of each process: a table for Postgres and one for Redis. */
export function connectionTables(): string {
  const postgres = Object.values<ConnectionUse>(CONNECTIONS).map(
    ({ name, most, held, purpose, settings }) =>
      `| \`${name}\` | ${held} | ${typeof most === 'number' ? most : `\`${most}\``} | ${postgresPatience(settings)} | ${purpose} |`
  )
  const redis = Object.values<RedisUse>(REDIS).map(
    ({ name, held, purpose, settings }) =>
      `| \`${name}\` | ${held} | ${patience({ answer: settings.commandTimeout })} | ${purpose} |`
  )
  return [
    '## Postgres\n',
    '| `application_name` | held by | at most | patience | for |\n|---|---|---|---|---|',
    ...postgres,
    '\n## Redis\n',
    '| name in `CLIENT LIST` | held by | patience | for |\n|---|---|---|---|',
    ...redis,
    '',
  ].join('\n')
}

function postgresPatience(settings: ConnectionUse['settings']): string {
  const { connectionTimeoutMillis, query_timeout, statement_timeout, lock_timeout } = settings
  return patience({
    connect: connectionTimeoutMillis,
    answer: query_timeout ?? (statement_timeout || undefined),
    lock: lock_timeout,
  })
}

/** Converts milliseconds to seconds, each with its purpose. */
function patience(waits: Record<string, number | undefined>): string {
  const parts = Object.entries(waits).filter(([, ms]) => ms !== undefined)
  return parts.map(([what, ms]) => `${what} ${ms! / 1000} s`).join(', ') || 'none'
}
