import { setTimeout as pause } from 'node:timers/promises'

/** Modules by name, in nested groups, each loaded on first use. */
export type Lazy = { readonly [name: string]: Lazy | (() => Promise<unknown>) }

/** Milliseconds between two modules, in which the thread is free for requests. */
const PAUSE = 5

/**
 * Loads modules ahead of their first use, one after another. Loading the modules of a route takes tens of
 * milliseconds of the only thread, so the first caller of a rare route would delay every other request. A module that
 * fails to load fails again where it is used.
 */
export async function loadAhead(modules: Lazy): Promise<void> {
  for (const one of Object.values(modules)) {
    if (typeof one === 'function') {
      await one().catch(() => {})
      await pause(PAUSE, undefined, { ref: false })
    } else await loadAhead(one)
  }
}
