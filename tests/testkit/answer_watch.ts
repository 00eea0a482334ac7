import type { IncomingMessage, ServerResponse } from 'node:http'

/** An answer as a server sent it, before it is matched to a route. */
export type SentAnswer = { method: string; url: string; status: number; head: string; body: Buffer }

/** Calls back with the complete answer to a request when it is sent. Call it before anything writes to the response. */
export function watchAnswer(
  { method = 'GET', url = '/' }: IncomingMessage,
  response: ServerResponse,
  sent: (answer: SentAnswer) => void
) {
  const chunks: Buffer[] = []
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk))
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }
  const { write, end } = response
  response.write = function (this: ServerResponse, ...args: unknown[]) {
    keep(args[0])
    return write.apply(this, args as Parameters<typeof write>)
  } as typeof write
  let told = false
  response.end = function (this: ServerResponse, ...args: unknown[]) {
    keep(args[0])
    const ended = end.apply(this, args as Parameters<typeof end>)
    if (told) return ended
    told = true
    // Reported in the same turn of the event loop, so that a server killed later has reported it.
    const { _header: head } = response as ServerResponse & { _header: string | null }
    sent({ method, url, status: response.statusCode, head: head ?? '', body: Buffer.concat(chunks) })
    return ended
  } as typeof end
}
