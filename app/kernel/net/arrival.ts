import type { IncomingMessage } from 'node:http'

/** Milliseconds that a body may take: in all, and between two of its pieces. */
export type ArrivalPatience = { total: number; idle?: number }

/**
 * Watches over a body that somebody reads: calls `late` once when it takes longer than it may, and says for which
 * reason. Call what it answers with when the body is there or nobody waits for it any more.
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
