import { setTimeout as delay } from 'node:timers/promises'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import StartBulkChange, { type BulkChange } from '#operations/actions/start_bulk_change'
import WakeOperations from '#operations/actions/wake_operations'
import type { OperationType } from '#operations/kinds/registry'
import { isFinal } from '#operations/rules/operation'
import FindOperation from '#operations/queries/find_operation'
import { rows } from '#kernel/database/sql'
import { seedLicenses } from './licenses.js'
import { createMerchant, type Merchant } from './merchant.js'
import { type Running } from './processes.js'
import { OFTEN, until } from './wait.js'

/** True in the long form of the fault tests: `npm run test:faults`. */
export const LONG = process.env.FAULTS === 'long'

/** A merchant with `count` licenses, which expire at `expiresAt` or never. */
export async function merchantWith(count: number, expiresAt: number | null = null) {
  const merchant = await createMerchant()
  const state = expiresAt === null ? {} : { expirationMode: 'fixed' as const, expiresAt }
  const licenses = await seedLicenses(merchant, count, state)
  return { merchant, licenseIds: licenses.map((one) => one.id) }
}

/** Starts a bulk change without a request. */
export async function change(merchant: Merchant, type: OperationType, what: BulkChange) {
  return (await app.container.make(StartBulkChange)).execute(merchant.scope, type, what)
}

/** Makes operations look abandoned for an hour, so that the next sweep wakes them. */
export async function forsake(ids: string[]) {
  await rows(
    db.connection(),
    `update operations set heartbeat_at = now() - interval '1 hour' where id = any(?::uuid[])`,
    [ids]
  )
  await rows(
    db.connection(),
    `update operation_chunks set claimed_at = now() - interval '1 hour'
     where operation_id = any(?::uuid[]) and claim is not null`,
    [ids]
  )
}

/** Does the sweep of another worker after operations have given no sign of life for a while. */
export async function sweep(ids: string[]) {
  await forsake(ids)
  await (await app.container.make(WakeOperations)).execute()
}

/** The number of processed items of some operations, and whether all operations have ended. */
export async function progressOf(ids: string[]) {
  const found = await Promise.all(ids.map((id) => new FindOperation().byId(id)))
  return {
    processed: found.reduce((sum, one) => sum + one!.processed, 0),
    ended: found.every((one) => isFinal(one!.status)),
  }
}

/** Waits until workers have processed more than `processed` items, or all operations have ended. */
export function untilProgress(ids: string[], processed = 0) {
  const moved = async () => {
    const now = await progressOf(ids)
    return now.processed > processed || now.ended
  }
  return until('progress', moved, 60_000, OFTEN)
}

/** Waits until operations have ended. */
export function untilEnded(ids: string[], ms = 120_000) {
  return until('the end of the operations', async () => (await progressOf(ids)).ended, ms)
}

/** The operations in the order in which they ended. */
export async function inOrderOfEnd(ids: string[]): Promise<string[]> {
  const sql = 'select id from operations where id = any(?::uuid[]) order by finished_at'
  return (await rows<{ id: string }>(db.connection(), sql, [ids])).map(({ id }) => id)
}

/** Pauses a worker with SIGSTOP at a moment at which `inTheMiddle` is true. */
export async function stopWhen(worker: Running, inTheMiddle: () => Promise<boolean>) {
  const caught = async () => {
    worker.child.kill('SIGSTOP')
    await delay(30)
    if (await inTheMiddle()) return true
    worker.child.kill('SIGCONT')
    await delay(3)
    return false
  }
  await until('a moment in the middle of the work', caught, 60_000, OFTEN)
}
