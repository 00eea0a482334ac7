import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import type pg from 'pg'
import { authorizeConnection } from '#kernel/database/authorize_store'
import { CONNECTIONS, type UseName } from '#kernel/database/connections'
import { databaseUrl } from '#kernel/database/datastores'
import { generalClient, openPool, watchClient } from '#kernel/database/pools'
import { rows } from '#kernel/database/sql'
import { askOf } from '#tests/testkit/asked_postgres'

type Row = { name: string; setting: string }

/**
 * The settings of Postgres for clients that have become silent. Over TCP they show the values that the kernel has
 * accepted.
 */
const SETTINGS = `select name, setting from pg_settings
  where name ~ '^tcp_(keepalives|user_timeout)' order by name`

async function ofClient(client: pg.Client): Promise<Row[]> {
  await client.connect()
  try {
    return (await client.query<Row>(SETTINGS)).rows
  } finally {
    await client.end()
  }
}

async function ofPool(use: 'limits' | 'queues' | 'dispatch'): Promise<Row[]> {
  const pool = openPool(use)
  try {
    return (await pool.query<Row>(SETTINGS)).rows
  } finally {
    await pool.end()
  }
}

async function ofWorkers(): Promise<Row[]> {
  const askAsBefore = askOf(databaseUrl())
  try {
    return await rows<Row>(db.connection(), SETTINGS)
  } finally {
    askAsBefore()
  }
}

/** The settings of the service's connections, for each use. */
const FOUND: Record<UseName, () => Promise<Row[]>> = {
  requests: () => rows<Row>(db.connection(), SETTINGS),
  work: ofWorkers,
  authorize: () => rows<Row>(authorizeConnection(), SETTINGS),
  limits: () => ofPool('limits'),
  queues: () => ofPool('queues'),
  dispatch: () => ofPool('dispatch'),
  exports: () => ofClient(generalClient('exports')),
  migrations: () => ofClient(generalClient('migrations')),
  watch: () => ofClient(watchClient(databaseUrl())),
}

test.group('connections to Postgres', () => {
  test('Postgres notices within half a minute that the client of {$self} is gone')
    .with(Object.keys(CONNECTIONS) as UseName[])
    .run(async ({ assert }, use) => {
      assert.deepEqual(await FOUND[use](), [
        { name: 'tcp_keepalives_count', setting: '3' },
        { name: 'tcp_keepalives_idle', setting: '5' },
        { name: 'tcp_keepalives_interval', setting: '5' },
        { name: 'tcp_user_timeout', setting: '20000' },
      ])
    })
})
