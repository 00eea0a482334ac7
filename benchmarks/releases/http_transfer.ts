import { request } from 'node:http'
import { connect } from 'node:net'
import { once } from 'node:events'

const PIECE = Buffer.alloc(1024 * 1024, 'latchkey')

/** Uploads a file of this many mebibytes to a local service with PUT. @throws for any status but 201 */
export async function putFile(
  port: number,
  path: string,
  mebibytes: number,
  headers: Record<string, string>
) {
  const length = String(mebibytes * PIECE.length)
  const outgoing = request({
    ...{ host: '127.0.0.1', port, path, method: 'PUT' },
    headers: { ...headers, 'content-length': length },
  })
  const answered = once(outgoing, 'response')
  for (let sent = 0; sent < mebibytes; sent++) {
    if (!outgoing.write(PIECE)) await Promise.race([once(outgoing, 'drain'), answered])
  }
  outgoing.end()
  const [response] = await answered
  response.resume()
  if (response.statusCode !== 201) throw new Error(`The upload was answered with ${response.statusCode}`)
}

/** Milliseconds until a file has arrived, read into one buffer and discarded. @throws for any status but 200 */
export async function timeDownload(port: number, path: string): Promise<number> {
  const begun = performance.now()
  let [received, whole] = [0, Infinity]
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const onread = {
    buffer: Buffer.alloc(256 * 1024),
    callback(bytes: number, buffer: Uint8Array) {
      if (whole === Infinity) whole = lengthOf(Buffer.from(buffer.subarray(0, bytes)).toString('latin1'))
      received += bytes
      if (received >= whole) resolve()
      return true
    },
  }
  const socket = connect({ host: '127.0.0.1', port, onread })
  socket.on('error', reject).on('close', () => reject(new Error('The download was cut off')))
  socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`)
  try {
    await promise
  } finally {
    socket.destroy()
  }
  return performance.now() - begun
}

/** The length of head and body in bytes, from the head. */
function lengthOf(text: string): number {
  const end = text.indexOf('\r\n\r\n')
  const [, length] = /^content-length: (\d+)/im.exec(text) ?? []
  if (!text.startsWith('HTTP/1.1 200') || end === -1 || length === undefined) {
    throw new Error(`A download was answered with ${text.slice(0, 12)}`)
  }
  return end + 4 + Number(length)
}
