import type { HttpContext } from '@adonisjs/core/http'
import { sending } from '#config/sending'

/**
 * Closes the connection of a client that reads a file so slowly that it only keeps the file open. The client can
 * resume with Range.
 */
export function keepPace({ response }: HttpContext) {
  const { response: outgoing } = response
  const { socket } = outgoing
  if (!socket) return
  let sent = socket.bytesWritten
  const timer = setInterval(() => {
    const now = socket.bytesWritten
    if (now - sent < sending.bytes) outgoing.destroy()
    sent = now
  }, sending.window)
  timer.unref()
  outgoing.once('close', () => clearInterval(timer))
  outgoing.once('finish', () => clearInterval(timer))
}
