/**
 * A process whose queues connect while its datastores close, as one that is told to stop while it starts. It prints
 * `closed` once both are closed.
 */
import 'reflect-metadata'
import { Ignitor } from '@adonisjs/core'
import type pg from 'pg'
import { APP_ROOT, importer, prepare } from '../../bin/application.js'

const app = new Ignitor(APP_ROOT, { importer }).tap(prepare).createApp('console')
await app.init()
await app.boot()
await app.start(() => {})
const { openQueueConnection } = await import('#kernel/queues/queue_connection')
const { closeDatastores } = await import('#kernel/database/datastores')
const { options, close } = openQueueConnection('add')
const connecting = (options.connection as pg.Pool).connect()
await closeDatastores()
const client = await connecting
client.release()
await close()
process.stdout.write('closed\n')
await app.terminate()
