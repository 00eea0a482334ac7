import type { ServerResponse } from 'node:http'

type Written = { res: ServerResponse; write: () => void }

let waiting: Written[] = []

/**
 * Writes a response when the running turn of the event loop ends, together with the others of this turn. A write that
 * comes alone wakes its reader, which costs the processor more than a refusal does; of those that follow at once few do.
 * If `write` throws, the connection is closed.
 */
export function atTurnEnd(res: ServerResponse, write: () => void) {
  if (waiting.push({ res, write }) === 1) setImmediate(writeAll)
}

function writeAll() {
  const all = waiting
  waiting = []
  for (const { res, write } of all) {
    try {
      write()
    } catch {
      res.destroy()
    }
  }
}
