import { unshared, type Bytes } from '../core/bytes.js'
import type { Body } from '../core/transport.js'

/** A function that opens the bytes from the beginning, so that an upload can be retried. */
type Reopened = () => AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>

/** A file: its text, its bytes, a Blob (`fs.openAsBlob`), or a function that opens it. */
export type FileSource = string | Uint8Array | Blob | Reopened

/** Rows, or a file. */
export type ImportSource = object[] | FileSource

export type UploadOptions = {
  /** The format of the file; for a Blob, its type decides. `csv` by default. */
  format?: 'csv' | 'json' | 'ndjson'
  /**
   * Receives the number of bytes sent, and the total if it is known. A retry starts at 0 again. In a web page it is
   * called only at the end.
   */
  onUpload?: (sent: number, total: number | null) => void
}

const TYPES = { csv: 'text/csv', json: 'application/json', ndjson: 'application/x-ndjson' }

/** The body of an import. */
export function uploadOf(source: ImportSource, { format, onUpload }: UploadOptions): Body {
  if (Array.isArray(source)) return uploadOf(JSON.stringify(source), { format: 'json', onUpload })
  const type = typeof source === 'object' && 'type' in source ? (source.type.split(';')[0] ?? '') : ''
  const body = { type: !format && Object.values(TYPES).includes(type) ? type : TYPES[format ?? 'csv'] }
  return { ...body, ...contentOf(source, onUpload) }
}

/** The body of a file that is sent unchanged. */
export function fileOf(source: FileSource, onUpload?: UploadOptions['onUpload']): Body {
  return { type: 'application/octet-stream', ...contentOf(source, onUpload) }
}

type Parts = Pick<Body, 'content' | 'arrived' | 'broken'>
type Sendable = string | Bytes | Blob | Reopened

function contentOf(file: FileSource, onUpload: UploadOptions['onUpload']): Parts {
  const source = file instanceof Uint8Array ? unshared(file) : file
  if (isInPage()) return wholeOf(source, onUpload)
  if (typeof source === 'function') return streamed(source, null, onUpload)
  if (!onUpload) return { content: () => source, broken: unreadable }
  const blob = source instanceof Blob ? source : new Blob([source])
  return streamed(() => blob.stream(), blob.size, onUpload)
}

function streamed(open: Reopened, total: number | null, onUpload: UploadOptions['onUpload']): Parts {
  let broken: { error: unknown } | null = null
  return {
    content: () => counted(open(), total, onUpload, (error) => (broken = { error })),
    broken: () => broken,
  }
}

/** `fetch` tells by its cause that a Blob could not be read, such as a file that has changed on the disk. */
function unreadable(failure: unknown): { error: unknown } | null {
  const { cause } = Object(failure) as { cause?: { name?: string } }
  return cause?.name === 'NotReadableError' ? { error: cause } : null
}

/** Browsers cannot send streams over HTTP/1.1, so a page sends all bytes at once. */
const isInPage = () => 'document' in globalThis || 'WorkerGlobalScope' in globalThis

function wholeOf(source: Sendable, onUpload: UploadOptions['onUpload']): Parts {
  let size = 0
  return {
    async content() {
      // `fetch` would fail as if the service could not be reached.
      if (source instanceof Blob) await source.slice(0, 1).arrayBuffer()
      const bytes = typeof source === 'function' ? counted(source(), null, undefined) : source
      const blob = bytes instanceof Blob ? bytes : await new Response(bytes).blob()
      size = blob.size
      return blob
    },
    arrived: () => onUpload?.(size, size),
  }
}

/** Bytes per chunk; small, so that bytes in memory show progress too. */
const PIECE = 64 * 1024

/** A stream that reports how many bytes were read, and to `broke` the error of its source. */
function counted(
  source: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>,
  total: number | null,
  onUpload: UploadOptions['onUpload'],
  broke: (error: unknown) => void = () => {}
): ReadableStream<Uint8Array> {
  const read = readerOf(source)
  let rest = new Uint8Array()
  let sent = 0
  let isCancelled = false
  const next = async () => {
    try {
      return await read.next()
    } catch (error) {
      // A source that was closed because the request failed may complain too.
      if (!isCancelled) broke(error)
      throw error
    }
  }
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      while (rest.byteLength === 0) {
        const { done, value } = await next()
        if (done) return controller.close()
        rest = new Uint8Array(value.buffer as ArrayBuffer, value.byteOffset, value.byteLength)
      }
      const piece = rest.subarray(0, PIECE)
      rest = rest.subarray(PIECE)
      sent += piece.byteLength
      controller.enqueue(piece)
      onUpload?.(sent, total)
    },
    async cancel() {
      isCancelled = true
      await read.end()
    },
  })
}

type Piece = { done: true; value?: undefined } | { done?: false; value: Uint8Array }

function readerOf(source: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>) {
  if ('getReader' in source) {
    const reader = source.getReader()
    return { next: () => reader.read() as Promise<Piece>, end: () => reader.cancel() }
  }
  const iterator = source[Symbol.asyncIterator]()
  return { next: () => iterator.next() as Promise<Piece>, end: async () => void (await iterator.return?.()) }
}
