import logger from '@adonisjs/core/services/logger'
import db from '@adonisjs/lucid/services/db'
import { isFinal, type OperationStatus, type Progress } from '#operations/rules/operation'
import { rows } from '#kernel/database/sql'

/** The progress that one look at an operation finds. */
export type WatchedProgress = Progress & { id: string; status: OperationStatus }
/** Gets null when the operation is gone, as it is when its org was deleted. */
type Watcher = (progress: WatchedProgress | null) => void

/** Time between two looks: progress is sent at most 5 times a second (contract#operation-routes). Milliseconds. */
const INTERVAL = 200

/**
 * Watches operations for their waiters in this process. However many watch however many operations, it is one query
 * each 200 ms, and none without watchers; workers on other machines need not know.
 */
export default class OperationWatch {
  #watchers = new Map<string, Set<Watcher>>()
  #closing = new Set<() => void>()
  #looking = false

  /** Looks taken so far: a figure for tests and diagnosis. */
  looks = 0

  /** How many operations somebody watches in this process. */
  get watched() {
    return this.#watchers.size
  }

  /** Calls `watcher` at each look, until the returned function is called. */
  watch(id: string, watcher: Watcher): () => void {
    const others = this.#watchers.get(id) ?? new Set()
    this.#watchers.set(id, others.add(watcher))
    if (!this.#looking) void this.#look()
    return () => {
      others.delete(watcher)
      if (others.size === 0 && this.#watchers.get(id) === others) this.#watchers.delete(id)
    }
  }

  /**
   * Whether the operation ended within the given milliseconds; false at once when the signal aborts or it is gone.
   */
  untilEnd(id: string, ms: number, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const leave = (ended: boolean) => {
        clearTimeout(timer)
        stop()
        this.#closing.delete(giveUp)
        signal.removeEventListener('abort', giveUp)
        resolve(ended)
      }
      const giveUp = () => leave(false)
      const timer = setTimeout(giveUp, ms)
      const stop = this.watch(id, (seen) => {
        if (!seen || isFinal(seen.status)) leave(seen !== null)
      })
      this.onClose(giveUp)
      signal.addEventListener('abort', giveUp)
      if (signal.aborted) giveUp()
    })
  }

  /** Calls `leave` when the process is about to stop; returns how to take that back. */
  onClose(leave: () => void): () => void {
    this.#closing.add(leave)
    return () => this.#closing.delete(leave)
  }

  /** Lets everybody who waits go, because the process is about to stop. */
  close() {
    for (const leave of [...this.#closing]) leave()
    this.#watchers.clear()
  }

  async #look() {
    this.#looking = true
    while (this.#watchers.size > 0) {
      const next = performance.now() + INTERVAL
      this.looks++
      try {
        const watched = [...this.#watchers.keys()]
        const seen = new Map((await findProgress(watched)).map((one) => [one.id, one]))
        for (const id of watched) {
          for (const watcher of this.#watchers.get(id) ?? []) watcher(seen.get(id) ?? null)
        }
      } catch (error) {
        logger.debug({ err: error }, 'could not look at the operations')
      }
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())))
    }
    this.#looking = false
  }
}

function findProgress(ids: string[]): Promise<WatchedProgress[]> {
  return rows(
    db.connection(),
    `select o.id, o.status, o.total, o.processed + p.processed as processed,
       o.succeeded + p.succeeded as succeeded, o.skipped + p.skipped as skipped, o.failed + p.failed as failed
     from operations o
     cross join lateral (
       select coalesce(sum(c.processed), 0)::int as processed, coalesce(sum(c.succeeded), 0)::int as succeeded,
         coalesce(sum(c.skipped), 0)::int as skipped, coalesce(sum(c.failed), 0)::int as failed
       from operation_chunks c where o.finished_at is null and c.operation_id = o.id
     ) p
     where o.id = any(?::uuid[])`,
    [ids]
  )
}
