import type { IncomingMessage } from 'node:http'
import { bodies } from '#config/bodies'
import { readiness } from './readiness.js'

/**
 * Discards the unread rest of a body whose response was sent, so that the client gets the response instead of a
 * connection reset, and the connection takes the next request, which may be somebody else's behind a proxy. Node.js
 * does so by itself only if nobody has begun to read the body. Some browsers read no response before they have sent
 * everything, so the connection stays open while the rest keeps coming. A slow or stalled sender must not hold it, nor
 * a process that stops.
 */
export function discardLeftover(req: IncomingMessage) {
  const { period, least } = bodies.leftover
  const { socket } = req
  req.unpipe()
  req.resume()
  let known = socket.bytesRead
  const timer = setInterval(() => {
    const arrived = socket.bytesRead - known
    known = socket.bytesRead
    if (req.complete) clearInterval(timer)
    else if (arrived < least || readiness() === 'stopping') req.destroy()
  }, period)
  timer.unref()
  req.once('close', () => clearInterval(timer))
}
