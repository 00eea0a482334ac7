import type { IncomingMessage } from 'node:http'
import { bodies } from '#config/bodies'
import { readiness } from './readiness.js'

/**
 * Discards the unread rest of a body whose response was sent, so that the client gets the response instead of a
 * connection reset, and the connection takes the next request, which may be somebody else's behind a proxy. Node.js
 * does so by itself only if nobody has begun to read the body. Some browsers read no response before they have sent
 * everything, so the connection stays open while the rest keeps coming. A slow, stalled or endless sender must not hold
 * it, nor a process that stops.
 */
export function discardLeftover(req: IncomingMessage) {
  const { period, least, most } = bodies.leftover
  const { socket } = req
  req.unpipe()
  req.resume()
  const end = socket.bytesRead + most
  let known = socket.bytesRead
  const look = () => {
    const arrived = socket.bytesRead - known
    known += arrived
    if (req.complete) clearInterval(timer)
    else if (arrived < least || known > end || readiness() === 'stopping') req.destroy()
  }
  // Bytes that came while this process stood still are read before the look.
  const timer = setInterval(() => setImmediate(look), period)
  timer.unref()
  req.once('close', () => clearInterval(timer))
}
