import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import Refusal from '#kernel/refusals/refusal'
import { FormFields, type FormRules } from './form_fields.js'
import { UploadClock, type UploadTimes } from './upload_clock.js'
import { refuseEncoding } from '#kernel/net/request_body'

/** An incoming file: read `bytes` to their end. */
export type Upload = {
  bytes: AsyncIterable<Buffer>
  /** The file name in the form; null if there is none. */
  name: string | null
  /** The media type of the body if the body is the file itself; null for a file of a form. */
  type: string | null
  /** The fields of the form before the file, according to the rules. */
  fields?: Readonly<Record<string, string>>
}

/** Opens a file. If its size is known, it calls `admit` before it reads the file. */
export type OpenUpload = (admit: (bytes: number) => void) => Promise<Upload>

/** The files that a route accepts. */
export type FileRules = {
  maxBytes: number
  /** Media types of a body that is the file itself; a form is always accepted. */
  raw: readonly string[] | 'any'
  /** The refusal of a body of another type. */
  otherwise: string
  /** If set, a form may have only these fields, and the name of its file is taken unchanged, including folders. */
  form?: FormRules
}

/** Accepts any file of up to `maxBytes` bytes. */
export const anyFile = (maxBytes: number): FileRules => ({
  maxBytes,
  raw: 'any',
  otherwise: 'Send a file',
})

/** The most bytes that a form adds around its file. */
const FORM_BYTES = 64 * 1024

/** Maximum number of fields and files in a form; without a limit, each further one would be read and discarded. */
const MOST_PARTS = 30

export type UploadOptions = {
  times?: UploadTimes
  /** Throws if an upload of at least this many bytes must not be read. */
  admit?: (bytes: number) => void
}

/**
 * Opens the file of a request without reading it: the multipart field `file`, or the body itself. It checks only the
 * declared size; the reader must count the bytes.
 * @throws Refusal NO_FILE for a multipart body without the file, for an empty body if a form is expected, and for any
 *   other body if only forms are accepted; BAD_REQUEST for two files, another content type, a charset other than UTF-8,
 *   a file declared as too large, or a client that disconnects or stops sending.
 */
export async function openUpload(
  req: IncomingMessage,
  rules: FileRules,
  { times, admit }: UploadOptions = {}
): Promise<Upload> {
  const clock = new UploadClock(req, times)
  refuseEncoding(req.headers, 'file')
  const [type, ...parameters] = (req.headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase())
  admitSize(req, type === 'multipart/form-data', rules.maxBytes, admit)
  if (isWithoutFile(req, type, rules)) throw new Refusal('NO_FILE')
  if (type === 'multipart/form-data') return clock.waitFor(openMultipart(req, clock, rules.form))
  if (rules.raw.length > 0 && parameters.some(isForeignCharset)) {
    throw new Refusal('BAD_REQUEST', { message: 'Send the file in UTF-8: other charsets are not supported' })
  }
  if (rules.raw === 'any' || rules.raw.includes(type)) return { bytes: readAll(req, clock), name: null, type }
  const code = rules.raw.length === 0 ? 'NO_FILE' : 'BAD_REQUEST'
  throw new Refusal(code, { message: rules.otherwise })
}

/** Returns true if a request has an empty body although a form is expected. */
function isWithoutFile({ headers }: IncomingMessage, type: string, { raw }: FileRules): boolean {
  if (type === 'multipart/form-data') return headers['content-length'] === '0'
  const isEmpty = (headers['content-length'] ?? '0') === '0' && headers['transfer-encoding'] === undefined
  return isEmpty && type === '' && raw !== 'any'
}

/** Refuses a body before reading it if its declared size is too large. */
function admitSize(req: IncomingMessage, isForm: boolean, maxBytes: number, admit?: (bytes: number) => void) {
  const announced = Number(req.headers['content-length'] ?? 0)
  if (announced > maxBytes + FORM_BYTES) throw tooLarge(maxBytes)
  admit?.(isForm ? announced - FORM_BYTES : announced)
}

/** The refusal of a file that is larger than `maxBytes`. */
export function tooLarge(maxBytes: number) {
  return new Refusal('BAD_REQUEST', { message: `The file is larger than ${maxBytes} bytes` })
}

/** Returns true if a content type parameter names a charset in which the file would be misread. */
function isForeignCharset(parameter: string): boolean {
  const [, charset] = /^charset\s*=\s*"?([^"]*)"?$/.exec(parameter) ?? []
  return charset !== undefined && !['utf-8', 'utf8'].includes(charset.trim())
}

/**
 * Reads a stream to its end. If the consumer stops early, the rest is drained so that the response can still be sent.
 */
async function* readAll(stream: Readable, clock: UploadClock): AsyncGenerator<Buffer> {
  try {
    yield* pieces(stream, clock)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('BAD_REQUEST', { message: 'The upload was cut off' })
  } finally {
    stream.resume()
  }
}

/**
 * Yields the chunks of a stream. If the consumer stops early, it closes the iterator, except while a chunk is pending:
 * then closing would wait for that chunk.
 */
async function* pieces(stream: Readable, clock: UploadClock): AsyncGenerator<Buffer> {
  const all = stream.iterator({ destroyOnReturn: false })
  let owed = false
  try {
    for (;;) {
      owed = true
      const { done, value } = (await clock.waitFor(all.next())) as IteratorResult<Buffer>
      owed = false
      if (done) return
      yield value
    }
  } finally {
    if (!owed) await all.return?.()
  }
}

function openMultipart(
  req: IncomingMessage,
  clock: UploadClock,
  rules: FormRules | undefined
): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const cutOff = (message: string) => new Refusal('BAD_REQUEST', { message })
    const parser = createParser(req, rules !== undefined)
    const fields = new FormFields(rules)
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
    parser.on('field', (name, value, _, truncated) => {
      const problem = fields.take(name, value, truncated, file !== undefined)
      if (problem) fail(cutOff(problem))
    })
    parser.on('file', (field, stream, name: string | undefined) => {
      if (field !== 'file') return void stream.resume()
      if (file) {
        stream.resume()
        return fail(cutOff('Send one file: the form has more than one field "file"'))
      }
      file = stream
      stream.on('error', () => {})
      const bytes = untilTheEnd(stream, clock, finished.promise, () => drain(req, parser))
      resolve({ bytes, name: name || null, type: null, fields: fields.values })
    })
    parser.on('partsLimit', () => fail(cutOff(`The form has more than ${MOST_PARTS} parts`)))
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

function createParser(req: IncomingMessage, preservePath: boolean) {
  try {
    return new Busboy({
      headers: req.headers as BusboyHeaders,
      preservePath,
      limits: { fields: 20, fieldSize: 4096, parts: MOST_PARTS, headerPairs: 100 },
    })
  } catch {
    throw new Refusal('BAD_REQUEST', { message: 'The multipart body has no boundary' })
  }
}

/** Yields the file, then waits for the end of the body: a file is complete only if the body around it is. */
async function* untilTheEnd(
  file: Readable,
  clock: UploadClock,
  finished: Promise<void>,
  stop: () => void
): AsyncGenerator<Buffer> {
  let whole = false
  try {
    yield* pieces(file, clock)
    await clock.waitFor(finished)
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
