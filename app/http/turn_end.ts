import type { ServerResponse } from 'node:http'

type Written = { res: ServerResponse; write: () => void }

let waiting: Written[] = []

/**
 * Writes a response at the end of the current turn of the event loop, together with the other responses of that turn.
 * A single write wakes its reader, which costs more processor time than a refusal; in a batch, few writes do. If
 * `write` throws, the connection is closed.
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
