/**
 * A process with everything loaded that starts to work on the queues in its arguments when it reads a line. It ends
 * with the process that started it. With SCHEDULE=none it adds no scheduled jobs. LOCK_DURATION and STALLED_INTERVAL,
 * in milliseconds, make jobs of dead workers return sooner. SLICE is how long a job works on an operation,
 * STALE_AFTER how long an operation is silent before the sweep wakes it, and SHUTDOWN_GRACE how long jobs may continue
 * after SIGTERM.
 */
import 'reflect-metadata'
import { Ignitor } from '@adonisjs/core'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { APP_ROOT, importer, prepare } from '../../bin/application.js'

const app = new Ignitor(APP_ROOT, { importer }).tap(prepare).createApp('console')
await app.init()
await app.boot()
await app.start(() => {})
const { default: config } = await import('#config/queue')
const { default: operations } = await import('#config/operations')
const { schedule } = await import('#kernel/queues/catalog')
const { LOCK_DURATION, STALLED_INTERVAL, SLICE, STALE_AFTER, SHUTDOWN_GRACE, SCHEDULE } = process.env
if (SCHEDULE === 'none') schedule.length = 0
if (LOCK_DURATION) Object.assign(config, { lockDuration: Number(LOCK_DURATION) })
if (STALLED_INTERVAL) Object.assign(config, { stalledInterval: Number(STALLED_INTERVAL) })
if (SHUTDOWN_GRACE) Object.assign(config, { shutdownGrace: Number(SHUTDOWN_GRACE) })
if (SLICE) Object.assign(operations, { slice: Number(SLICE) })
if (STALE_AFTER) Object.assign(operations, { staleAfter: Number(STALE_AFTER) })
const { default: WorkerPool } = await import('#system/worker_pool')
await import('#generated/jobs')
const pool = await app.container.make(WorkerPool)
process.stdin.on('end', () => process.exit())
await once(process.stdin, 'data')
// The standard input must not keep a stopped process alive.
;(process.stdin as Socket).unref()
await pool.start(process.argv.slice(2) as never)
process.stdout.write(`working on ${process.argv.slice(2).join(', ')}\n`)
