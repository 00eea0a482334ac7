import { AsyncLocalStorage } from 'node:async_hooks'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

export type Trx = TransactionClientContract

/**
 * A transaction that is open around several actions, opened by the first of them that writes. An idempotent
 * request has one, so that its stored response commits together with its effect (interface 5.6).
 */
export class AmbientTransaction {
  #trx: Trx | null = null
  #ended = false

  async open(): Promise<Trx> {
    if (this.#ended) throw new Error('The transaction of this request has ended already')
    this.#trx ??= await db.transaction()
    return this.#trx
  }

  get opened() {
    return this.#trx !== null
  }

  async commit() {
    this.#ended = true
    await this.#trx?.commit()
  }

  async rollback() {
    this.#ended = true
    await this.#trx?.rollback()
  }
}

const ambient = new AsyncLocalStorage<AmbientTransaction>()

/** Runs `work` so that every `transaction` inside it joins `scope`, which the caller commits. */
export function within<T>(scope: AmbientTransaction, work: () => Promise<T>): Promise<T> {
  return ambient.run(scope, work)
}

/**
 * Runs `work` in one transaction: a new one, or the one that is open around this request. Every action that
 * writes goes through here, never through `db.transaction`.
 */
export async function transaction<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
  const scope = ambient.getStore()
  return scope ? work(await scope.open()) : db.transaction(work)
}
