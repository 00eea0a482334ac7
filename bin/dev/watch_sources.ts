import { watch } from 'node:fs'

/** What the service is made of. */
const FOLDERS = ['app', 'commands', 'config', 'database', 'resources', 'start']

/** An editor writes a file in several steps, and a switch of branches many files. Milliseconds of silence. */
const SETTLED = 150

/** Names that codegen writes down in `.adonisjs`. */
const INDEXED = /_(controller|job)\.ts$/

/**
 * Calls `changed` once the sources have changed and are quiet again; `indexed` says whether a file came or went that codegen
 * has to know. Returns the function that ends the watching.
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
