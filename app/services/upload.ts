import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { LIMITS, type TransferFormat } from '#domain/transfer/scanner'
import Refusal from '#exceptions/refusal'
import { refuseEncoding } from './request_body.js'

/** A file on its way in: read `bytes` to their end. The format is null where its first byte must tell. */
export type Upload = { bytes: AsyncIterable<Buffer>; format: TransferFormat | null }

const RAW: Record<string, TransferFormat> = {
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
  'application/json': 'json',
}

/**
 * Opens the file of a request without reading it: the multipart field `file`, or the body itself. Errors:
 * NO_FILE for a multipart body without it, BAD_REQUEST for one with two, another content type, a charset other
 * than UTF-8 or a client that hangs up.
 */
export async function openUpload(req: IncomingMessage): Promise<Upload> {
  refuseEncoding(req.headers, 'file')
  if (Number(req.headers['content-length'] ?? 0) > LIMITS.bytes + 64 * 1024) {
    req.resume()
    throw new Refusal('BAD_REQUEST', { message: `The file is larger than ${LIMITS.bytes} bytes` })
  }
  const [type, ...parameters] = (req.headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase())
  const none = req.headers['content-length'] === '0'
  if (type === 'multipart/form-data' && none) throw new Refusal('NO_FILE')
  if (type === 'multipart/form-data') return { bytes: await openMultipart(req), format: null }
  if (parameters.some(isForeignCharset)) {
    req.resume()
    throw new Refusal('BAD_REQUEST', { message: 'Send the file in UTF-8: no other charset is read' })
  }
  if (RAW[type]) return { bytes: readAll(req), format: RAW[type] }
  req.resume()
  throw new Refusal('BAD_REQUEST', {
    message:
      'Send a file as multipart/form-data, text/csv or application/x-ndjson, or an array as application/json',
  })
}

/** Whether a parameter of a content type names a charset in which the file would be misread. */
function isForeignCharset(parameter: string): boolean {
  const [, charset] = /^charset\s*=\s*"?([^"]*)"?$/.exec(parameter) ?? []
  return charset !== undefined && !['utf-8', 'utf8'].includes(charset.trim())
}

/** Reads a stream to its end. Who stops early leaves the rest to be thrown away, so that an answer gets out. */
async function* readAll(stream: Readable, rest: Readable = stream): AsyncGenerator<Buffer> {
  try {
    for await (const piece of stream.iterator({ destroyOnReturn: false })) yield piece
  } catch {
    throw new Refusal('BAD_REQUEST', { message: 'The upload was cut off' })
  } finally {
    rest.resume()
  }
}

function openMultipart(req: IncomingMessage): Promise<AsyncIterable<Buffer>> {
  return new Promise((resolve, reject) => {
    const cutOff = (message: string) => new Refusal('BAD_REQUEST', { message })
    const parser = createParser(req)
    let file: Readable | undefined
    let empty = true
    req.once('data', () => (empty = false))
    const finished = Promise.withResolvers<void>()
    finished.promise.catch(() => {})
    const fail = (error: Error) => {
      req.unpipe(parser)
      req.resume()
      file?.destroy(error)
      finished.reject(error)
      reject(error)
    }
    parser.on('file', (name, stream) => {
      if (name !== 'file') return void stream.resume()
      if (file) {
        stream.resume()
        return fail(cutOff('Send one file: the form has more than one field "file"'))
      }
      file = stream
      stream.on('error', () => {})
      resolve(untilTheEnd(stream, finished.promise, () => drain(req, parser)))
    })
    parser.on('finish', () => {
      finished.resolve()
      reject(new Refusal('NO_FILE'))
    })
    parser.on('error', () =>
      fail(empty ? new Refusal('NO_FILE') : cutOff('The multipart body is malformed or cut off'))
    )
    req.on('error', () => fail(cutOff('The upload was cut off')))
    req.on('aborted', () => fail(cutOff('The upload was cut off')))
    req.pipe(parser)
  })
}

function createParser(req: IncomingMessage) {
  try {
    return new Busboy({
      headers: req.headers as BusboyHeaders,
      limits: { fields: 20, fieldSize: 4096, parts: 30, headerPairs: 100 },
    })
  } catch {
    req.resume()
    throw new Refusal('BAD_REQUEST', { message: 'The multipart body has no boundary' })
  }
}

/** The file, and after it the end of the body: a file is whole only if the body around it is. */
async function* untilTheEnd(
  file: Readable,
  finished: Promise<void>,
  stop: () => void
): AsyncGenerator<Buffer> {
  let whole = false
  try {
    for await (const piece of file.iterator({ destroyOnReturn: false })) yield piece
    await finished
    whole = true
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('BAD_REQUEST', { message: 'The upload was cut off' })
  } finally {
    if (!whole) stop()
  }
}

function drain(req: IncomingMessage, parser: NodeJS.WritableStream) {
  req.unpipe(parser)
  req.resume()
}
