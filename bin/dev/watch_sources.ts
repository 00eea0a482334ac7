import { watch } from 'node:fs'

/** The folders with the service's sources. */
const FOLDERS = ['app', 'commands', 'config', 'database', 'resources', 'start']

/**
 * Milliseconds without a change before a reload: an editor writes a file in several steps, and a branch switch many
 * files.
 */
const SETTLED = 150

/** Files that codegen indexes in `.adonisjs`. */
const INDEXED = /_(controller|job)\.ts$/

/**
 * Calls `changed` once the sources have changed and no further change follows; `indexed` says whether a file that
 * codegen indexes was added or removed. Returns a function that stops watching.
 */
export function watchSources(changed: (indexed: boolean) => void): () => void {
  let timer: NodeJS.Timeout | undefined
  let indexed = false
  const watchers = FOLDERS.map((folder) =>
    watch(folder, { recursive: true }, (event, name) => {
      if (event === 'rename' && INDEXED.test(name ?? '')) indexed = true
      clearTimeout(timer)
      timer = setTimeout(() => {
        changed(indexed)
        indexed = false
      }, SETTLED)
    })
  )
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}
