import drive from '@adonisjs/drive/services/main'
import { isUtf8 } from 'node:buffer'
import { ArrayScanner } from '#domain/transfer/array_scanner'
import { readHeader } from '#domain/transfer/csv'
import { CsvScanner } from '#domain/transfer/csv_scanner'
import { LineScanner } from '#domain/transfer/line_scanner'
import { parseArrayPart, type PartShape } from '#domain/transfer/part'
import { LIMITS, TransferError, type RecordScanner, type TransferFormat } from '#domain/transfer/scanner'
import Refusal from '#exceptions/refusal'
import config from '#config/operations'
import type { Upload } from '#services/upload'

/** A part of a stored file: where it is, and which records it holds. */
export type StoredPart = { file: string; line: number; records: number }
export type StoredUpload = { shape: PartShape; parts: StoredPart[]; records: number; bytes: number }

/** Where the parts of an import lie on the drive. */
export const importFolder = (operationId: string) => `imports/${operationId}`

/** Deletes what is stored of an import. */
export async function discardUpload(operationId: string) {
  await drive.use().deleteAll(importFolder(operationId))
}

/** A part ends at this size even if it holds few records, so that nobody ever holds much of a file in memory. */
const PART_BYTES = 4 * 1024 * 1024

/**
 * Streams an upload to the drive, cut between records into parts that workers can read on their own (contract
 * 5). Checks while streaming what makes a whole file worthless; on any error nothing of it stays behind.
 * Errors: BAD_REQUEST that says what is wrong and where.
 */
export default class StoreUpload {
  async execute(operationId: string, upload: Upload): Promise<StoredUpload> {
    const folder = importFolder(operationId)
    try {
      const cutter = new PartCutter(folder, upload.format)
      for await (const piece of upload.bytes) await cutter.add(piece)
      return await cutter.finish()
    } catch (error) {
      await discardUpload(operationId)
      if (error instanceof TransferError) throw new Refusal('BAD_REQUEST', { message: error.message })
      throw error
    }
  }
}

class PartCutter {
  #head: Buffer = Buffer.alloc(0)
  #scanner: RecordScanner | null = null
  #shape: PartShape | null = null
  #parts: StoredPart[] = []
  #pending: Buffer[] = []
  #pendingBytes = 0
  #tail = 0
  #records = 0
  #partRecords = 0
  #line = 1
  #bytes = 0

  constructor(
    readonly folder: string,
    protected format: TransferFormat | null
  ) {}

  async add(piece: Buffer) {
    this.#bytes += piece.length
    if (this.#bytes > LIMITS.bytes) throw new TransferError(`The file is larger than ${LIMITS.bytes} bytes`)
    if (this.#scanner) return this.#scan(piece)
    this.#head = Buffer.concat([this.#head, piece])
    if (this.#begin(false)) await this.#scan(this.#head)
  }

  async finish(): Promise<StoredUpload> {
    if (!this.#scanner && this.#begin(true)) await this.#scan(this.#head)
    const unended = this.#scanner?.end()
    if (unended) this.#count()
    if (this.#partRecords > 0) await this.#store(this.#pendingBytes - (unended ? 0 : this.#tail))
    // An export of nothing is a header or an empty array, and imports as it is.
    if (!this.#shape || (this.#records === 0 && this.format === 'ndjson')) {
      throw new TransferError('The file holds no records')
    }
    return { shape: this.#shape, parts: this.#parts, records: this.#records, bytes: this.#bytes }
  }

  /** Finds out from the first bytes what the file is; false while there are too few. Leaves the rest in head. */
  #begin(last: boolean): boolean {
    if (this.#head.length < 3 && !last) return false
    this.#head = withoutMark(this.#head)
    this.format ??= sniff(this.#head)
    if (this.format === null) return false
    if (this.format !== 'csv') {
      this.#scanner = this.format === 'json' ? new ArrayScanner() : new LineScanner()
      this.#shape = { format: this.format, columns: [], delimiter: '' }
      return true
    }
    const end = headerEnd(this.#head) ?? (last ? { at: this.#head.length, line: 1 } : null)
    if (!end) return false
    const header = this.#head.subarray(0, end.at)
    assertText(header, 1)
    const { columns, delimiter } = readHeader(header.toString('utf8'))
    this.#line = end.line + 1
    this.#scanner = new CsvScanner(delimiter.charCodeAt(0), this.#line)
    this.#shape = { format: 'csv', columns, delimiter }
    this.#head = this.#head.subarray(end.at)
    return true
  }

  async #scan(piece: Buffer) {
    this.#head = Buffer.alloc(0)
    const before = this.#pendingBytes
    const cuts: { end: number; line: number; records: number }[] = []
    let from = 0
    this.#scanner!.push(piece, (end, line) => {
      this.#count()
      this.#tail = 0
      from = end
      const bytes = end - (cuts.at(-1)?.end ?? -before)
      if (this.#partRecords < config.chunkSize && bytes < PART_BYTES) return
      cuts.push({ end, line, records: this.#partRecords })
      this.#partRecords = 0
    })
    const open = this.#partRecords
    this.#pending.push(piece)
    this.#pendingBytes += piece.length
    let stored = 0
    for (const { end, line, records } of cuts) {
      this.#partRecords = records
      await this.#store(before + end - stored)
      stored = before + end
      this.#line = line + 1
    }
    this.#partRecords = open
    this.#tail += piece.length - from
    if (this.#tail > LIMITS.recordBytes) {
      throw new TransferError(`A record after line ${this.#line} is larger than ${LIMITS.recordBytes} bytes`)
    }
  }

  #count() {
    this.#partRecords++
    if (++this.#records > LIMITS.rows)
      throw new TransferError(`The file has more than ${LIMITS.rows} records`)
  }

  /** Writes the first so many pending bytes as a part. */
  async #store(size: number) {
    const all = this.#pending.length === 1 ? this.#pending[0] : Buffer.concat(this.#pending)
    const part = all.subarray(0, size)
    this.#pending = size === all.length ? [] : [all.subarray(size)]
    this.#pendingBytes = all.length - size
    assertText(part, this.#line)
    if (this.format === 'json') assertJson(part, this.#line)
    const file = `${this.folder}/${String(this.#parts.length + 1).padStart(5, '0')}`
    await drive.use().put(file, part)
    this.#parts.push({ file, line: this.#line, records: this.#partRecords })
  }
}

function withoutMark(head: Buffer): Buffer {
  const [first, second, third] = head
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new TransferError('The file is in UTF-16: save it as UTF-8')
  }
  return first === 0xef && second === 0xbb && third === 0xbf ? head.subarray(3) : head
}

/** A CSV header begins with neither bracket nor brace; null while there is nothing but white space. */
function sniff(head: Buffer): TransferFormat | null {
  const first = head.find((byte) => byte > 32)
  if (first === undefined) return head.length > 1024 ? 'csv' : null
  if (first === 91) return 'json'
  return first === 123 ? 'ndjson' : 'csv'
}

function headerEnd(head: Buffer): { at: number; line: number } | null {
  let found: { at: number; line: number } | null = null
  new CsvScanner(44).push(head, (at, line) => (found ??= { at, line }))
  if (!found && head.length > LIMITS.recordBytes) throw new TransferError('The first line does not end')
  return found
}

function assertText(part: Buffer, line: number) {
  const nul = part.indexOf(0)
  if (nul !== -1) throw new TransferError(`There is a NUL byte on line ${line + lines(part, nul)}`)
  if (!isUtf8(part)) throw new TransferError(`The file is not UTF-8: see the lines from ${line} on`)
}

function assertJson(part: Buffer, line: number) {
  try {
    parseArrayPart(part.toString('utf8'))
  } catch {
    throw new TransferError(`The file is not valid JSON: see the lines from ${line} on`)
  }
}

function lines(part: Buffer, end: number): number {
  let count = 0
  for (let at = part.indexOf(10); at !== -1 && at < end; at = part.indexOf(10, at + 1)) count++
  return count
}
