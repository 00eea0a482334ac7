import { AsyncLocalStorage } from 'node:async_hooks'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { requireCommits } from './hanging_commits.js'

export type Trx = TransactionClientContract

/**
 * A transaction shared by several actions; the first action that writes opens it. An idempotent request has one, so
 * that its stored response commits together with its effect (interface#56-idempotency).
 */
export class AmbientTransaction {
  #opening: Promise<Trx> | null = null
  #trx: Trx | null = null
  #ended = false

  get ended() {
    return this.#ended
  }

  async open(): Promise<Trx> {
    if (this.#ended) throw new Error('The transaction of this request has ended already')
    if (!this.#opening) requireCommits()
    this.#opening ??= db.transaction()
    this.#trx = await this.#opening
    requireCommits()
    if (this.#ended) throw new Error('The transaction of this request ended while it was opened')
    return this.#trx
  }

  /** The transaction, from the first write until it ends; otherwise null. */
  get current(): Trx | null {
    return this.#ended ? null : this.#trx
  }

  async commit() {
    this.#ended = true
    const trx = await this.#opened()
    if (trx) await commit(trx)
  }

  async rollback() {
    this.#ended = true
    const trx = await this.#opened()
    await trx?.rollback()
  }

  /**
   * One part of the work may fail while another still opens the transaction. Without waiting for that, the transaction
   * would stay open forever. If it could not be opened, its opener was told.
   */
  async #opened(): Promise<Trx | null> {
    return this.#opening && this.#opening.catch(() => null)
  }
}

const ambient = new AsyncLocalStorage<AmbientTransaction>()

/** Returns the open transaction of this request if it has written already, because reads must see those writes. */
export function openTransaction(): Trx | null {
  return ambient.getStore()?.current ?? null
}

/** Runs `work` so that every `transaction` inside it joins `around`, which the caller commits. */
export function within<T>(around: AmbientTransaction, work: () => Promise<T>): Promise<T> {
  return ambient.run(around, work)
}

/**
 * Runs `work` in one transaction: the open transaction of this request, or a new one. Every action that writes uses
 * this function, never `db.transaction`.
 *
 * A database error ends an open transaction too, even if the caller catches the error and tries again: put what may fail
 * into `inSavepoint`.
 */
export async function transaction<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
  const around = ambient.getStore()
  return around && !around.ended ? work(await around.open()) : write(work)
}

/**
 * Runs `work` in a separate transaction, even if the request has an open one. For writes that must be kept even if the
 * request is refused, such as a counted guess.
 */
export function apart<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
  return ambient.exit(() => write(work))
}

async function write<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
  requireCommits()
  return alone((trx) => {
    // Again: commits may have begun to hang while this waited for its connection.
    requireCommits()
    return work(trx)
  })
}

/**
 * Runs several reads on one snapshot of the database, so that they agree with each other while other callers write. A
 * request that has written already reads in its own transaction.
 */
export async function snapshot<T>(read: (trx: Trx) => Promise<T>): Promise<T> {
  const open = openTransaction()
  if (open) return read(open)
  return alone(async (trx) => {
    await trx.rawQuery('set transaction isolation level repeatable read, read only')
    return read(trx)
  })
}

async function alone<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
  const trx = await db.transaction()
  try {
    const result = await work(trx)
    await commit(trx)
    return result
  } catch (error) {
    if (!trx.isCompleted) await trx.rollback().catch(() => {})
    throw error
  }
}

/**
 * Commits, or throws. The query builder reports success even for a COMMIT that failed because its connection broke; the
 * real outcome is only in the promise of the whole transaction.
 */
async function commit(trx: Trx) {
  const { executionPromise: outcome } = trx.knexClient as unknown as { executionPromise: Promise<unknown> }
  await trx.commit()
  await outcome
}

/** Runs several actions in one transaction: either all their changes are made or none. */
export async function together<T>(work: () => Promise<T>): Promise<T> {
  if (ambient.getStore()) return work()
  const around = new AmbientTransaction()
  try {
    const result = await within(around, work)
    await around.commit()
    return result
  } catch (error) {
    await around.rollback()
    throw error
  }
}
