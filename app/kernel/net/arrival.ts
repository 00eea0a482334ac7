import type { IncomingMessage } from 'node:http'

/** How long a body may take, in milliseconds: in total, and between two chunks. */
export type ArrivalPatience = { total: number; idle?: number }

/**
 * Watches the time that a body takes while another function reads it. Calls `late` once, with the reason, if it takes
 * too long. Call the returned function when the body is complete or no longer needed.
 */
export function watchArrival(
  req: IncomingMessage,
  { total, idle }: ArrivalPatience,
  late: (reason: 'total' | 'idle') => void
): () => void {
  const stop = () => {
    clearTimeout(inAll)
    clearTimeout(pause)
    req.off('data', onPiece)
    req.off('close', stop)
  }
  const end = (reason: 'total' | 'idle') => {
    stop()
    late(reason)
  }
  const inAll = setTimeout(end, total, 'total')
  const pause = idle === undefined ? undefined : setTimeout(end, idle, 'idle')
  const onPiece = () => pause?.refresh()
  if (pause) req.on('data', onPiece)
  req.once('close', stop)
  return stop
}
