import logger from '@adonisjs/core/services/logger'
import { isFinal } from '#operations/rules/operation'
import { findOpen, findProgress, type WatchedProgress } from './find_progress.js'

export type { WatchedProgress } from './find_progress.js'

/** Receives null when the operation no longer exists, for example because its org was deleted. */
type Watcher = (progress: WatchedProgress | null) => void
/** Receives the operations of an org that are open or have just ended. */
type OrgWatcher = (seen: WatchedProgress[]) => void

/** Polling interval: progress is sent at most 5 times a second (contract#operation-routes). Milliseconds. */
const INTERVAL = 200

/**
 * Polls operations for all their watchers in this process. Regardless of the number of watchers and operations, it
 * makes one query every 200 ms, a second one if whole orgs are watched, and none without watchers. Workers on other
 * machines need not be involved.
 */
export default class OperationWatch {
  #watchers = new Map<string, Set<Watcher>>()
  #orgWatchers = new Map<string, Set<OrgWatcher>>()
  #closing = new Set<() => void>()
  #looking = false

  /** Number of looks so far, for tests and diagnosis. */
  looks = 0

  /** The number of operations that are watched in this process. */
  get watched() {
    return this.#watchers.size
  }

  /** Calls `watcher` at each look, until the returned function is called. */
  watch(id: string, watcher: Watcher): () => void {
    return this.#add(this.#watchers, id, watcher)
  }

  /** Does the same as `watch` for all operations of an org. */
  watchOrg(orgId: string, watcher: OrgWatcher): () => void {
    return this.#add(this.#orgWatchers, orgId, watcher)
  }

  #add<One>(watchers: Map<string, Set<One>>, key: string, watcher: One): () => void {
    const others = watchers.get(key) ?? new Set()
    watchers.set(key, others.add(watcher))
    if (!this.#looking) void this.#look()
    return () => {
      others.delete(watcher)
      if (others.size === 0 && watchers.get(key) === others) watchers.delete(key)
    }
  }

  /**
   * Whether the operation ended within `ms` milliseconds; false at once when `signal` aborts, the operation no longer
   * exists or the process is about to stop.
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

  /** Calls `leave` when the process is about to stop; returns a function that cancels this. */
  onClose(leave: () => void): () => void {
    this.#closing.add(leave)
    return () => this.#closing.delete(leave)
  }

  /** Releases all waiters, because the process is about to stop. */
  close() {
    for (const leave of [...this.#closing]) leave()
    this.#watchers.clear()
    this.#orgWatchers.clear()
  }

  async #look() {
    this.#looking = true
    while (this.#watchers.size + this.#orgWatchers.size > 0) {
      const next = performance.now() + INTERVAL
      this.looks++
      try {
        await this.#show()
      } catch (error) {
        logger.debug({ err: error }, 'could not look at the operations')
      }
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())))
    }
    this.#looking = false
  }

  async #show() {
    const watched = [...this.#watchers.keys()]
    const seen = new Map((await findProgress(watched)).map((one) => [one.id, one]))
    for (const id of watched) {
      for (const watcher of this.#watchers.get(id) ?? []) watcher(seen.get(id) ?? null)
    }
    const orgs = [...this.#orgWatchers.keys()]
    const open = Map.groupBy(await findOpen(orgs), ({ orgId }) => orgId)
    for (const orgId of orgs) {
      for (const watcher of this.#orgWatchers.get(orgId) ?? []) watcher(open.get(orgId) ?? [])
    }
  }
}
