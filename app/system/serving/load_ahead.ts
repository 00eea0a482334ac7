import { setTimeout as pause } from 'node:timers/promises'

/** Modules by name, each loaded when somebody first asks for it, in groups and groups of groups. */
export type Lazy = { readonly [name: string]: Lazy | (() => Promise<unknown>) }

/** Milliseconds between two modules, in which requests have the thread to themselves. */
const PAUSE = 5

/**
 * Loads modules before anybody asks for them, one after the other. To load the modules of a route takes tens of
 * milliseconds of the only thread: the first caller of a rare route would keep every other request waiting for it. A
 * module that cannot be loaded fails where it is used.
 */
export async function loadAhead(modules: Lazy): Promise<void> {
  for (const one of Object.values(modules)) {
    if (typeof one === 'function') {
      await one().catch(() => {})
      await pause(PAUSE, undefined, { ref: false })
    } else await loadAhead(one)
  }
}
