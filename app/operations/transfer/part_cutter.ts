import { HeadReader } from './file_head.js'
import type { HashKey } from './half_siphash.js'
import type { HeaderRules } from './header.js'
import { KeyIndex } from './key_index.js'
import { readKeys, scannerOf, type PartShape } from './part.js'
import type { TransferFormat, TransferLimits } from '#kernel/files/file_limits'
import { TransferError, type FoundRecord, type RecordScanner } from './scanner.js'

/** The place of a record within its part, and the line of the first record with the same key. */
export type Repeat = [offset: number, firstLine: number]

/** Records of a file with their bytes, or one that is too large to be kept: it has none. */
export type CutPart = {
  line: number
  records: number
  bytes: Buffer | null
  repeats: Repeat[]
}

/** A part ends at this size even if it holds few records, so that nobody ever holds much of a file in memory. */
const PART_BYTES = 1024 * 1024

/**
 * Cuts a file between its records into parts that can be read one by one, while its bytes arrive. It holds no
 * more than one part and one record. Errors: what makes a whole file worthless.
 */
export class PartCutter {
  shape: PartShape | null = null
  records = 0
  bytes = 0
  /** The line of the first record that is not UTF-8. */
  foreignLine: number | null = null
  #head: HeadReader
  #scanner: RecordScanner | null = null
  #keys: KeyIndex
  #ready: CutPart[] = []
  #part = new Pile()
  #partRecords = 0
  #line = 1
  /** The record that has begun, and blanks before it; empty while a record is too large to be kept. */
  #open = new Pile()

  constructor(
    format: TransferFormat | null,
    protected limits: TransferLimits,
    protected partRecords: number,
    secret: HashKey,
    rules: HeaderRules = {}
  ) {
    this.#head = new HeadReader(format, limits, rules)
    this.#keys = new KeyIndex(secret)
  }

  /** Takes the next bytes, and gives the parts that they complete. */
  add(piece: Buffer): CutPart[] {
    this.bytes += piece.length
    if (this.bytes > this.limits.bytes) {
      throw new TransferError(`The file is larger than ${this.limits.bytes} bytes`)
    }
    if (this.#scanner) this.#scan(piece)
    else this.#begin(this.#head.add(piece))
    return this.#ready.splice(0)
  }

  /** The end of the file: gives the last parts. */
  finish(): CutPart[] {
    if (!this.#scanner) this.#begin(this.#head.finish())
    const scanner = this.#scanner!
    scanner.end()
    const open = scanner.open()
    if (open && open.size > this.limits.recordBytes) this.#leaveOut(open.line, open.line)
    else if (open) {
      this.#part.take(this.#open)
      this.#count()
    }
    this.#close(this.#line)
    return this.#ready.splice(0)
  }

  #begin(head: ReturnType<HeadReader['add']>) {
    if (!head) return
    this.shape = head.shape
    this.#line = head.line
    this.#scanner = scannerOf(head.shape, head.line)
    this.#scan(head.rest)
  }

  #scan(piece: Buffer) {
    let taken = 0
    let last = 0
    const keep = (end: number) => {
      if (end > taken) this.#part.add(piece.subarray(taken, end))
      taken = end
    }
    this.#scanner!.push(piece, (record) => {
      if (record.end - record.start > this.limits.recordBytes) {
        keep(last)
        this.#leaveOut(record.line, record.next)
        taken = record.end
      } else {
        this.#assertNoGap(record.start - last + this.#open.size, record)
        this.#part.take(this.#open)
        this.#count()
        const bytes = this.#part.size + record.end - taken
        if (this.#partRecords >= this.partRecords || bytes >= PART_BYTES) {
          keep(record.end)
          this.#close(record.next)
        }
      }
      last = record.end
    })
    keep(last)
    this.#hold(piece.subarray(last))
  }

  /** Keeps the bytes of a record that has not ended, unless there are too many of them. */
  #hold(rest: Buffer) {
    const open = this.#scanner!.open()
    const line = open?.line ?? this.#line
    this.#open.add(rest)
    this.#assertNoGap(this.#open.size - (open?.size ?? 0), { line })
    if (open && open.size > this.limits.recordBytes) this.#open.drop()
  }

  /** Blank lines take no more room than a record may. */
  #assertNoGap(size: number, { line }: Pick<FoundRecord, 'line'>) {
    if (size <= this.limits.recordBytes) return
    throw new TransferError(`There are more than ${this.limits.recordBytes} blank bytes before line ${line}`)
  }

  /** A record that is too large is a part without bytes, between what stands before it and what follows. */
  #leaveOut(line: number, next: number) {
    this.#close(line)
    this.#open.drop()
    this.#count()
    this.#partRecords = 0
    this.#ready.push({ line, records: 1, bytes: null, repeats: [] })
    this.#line = next
  }

  #count() {
    this.#partRecords++
    if (++this.records > this.limits.rows) {
      throw new TransferError(`The file has more than ${this.limits.rows} records`)
    }
  }

  #close(next: number) {
    if (this.#partRecords > 0) {
      const bytes = this.#part.concat()
      const repeats = this.#repeats(bytes)
      this.#ready.push({ line: this.#line, records: this.#partRecords, bytes, repeats })
    }
    this.#part.drop()
    this.#partRecords = 0
    this.#line = next
  }

  #repeats(bytes: Buffer): Repeat[] {
    const repeats: Repeat[] = []
    for (const [offset, { key, line, utf8 }] of readKeys(bytes, this.shape!, this.#line).entries()) {
      if (!utf8) this.foreignLine ??= line
      const first = key === null ? null : this.#keys.firstLine(key, line)
      if (first !== null) repeats.push([offset, first])
    }
    return repeats
  }
}

/** Bytes in the pieces in which they came. */
class Pile {
  #pieces: Buffer[] = []
  size = 0

  add(piece: Buffer) {
    if (piece.length > 0) this.#pieces.push(piece)
    this.size += piece.length
  }

  /** Takes over all that another pile has. */
  take(other: Pile) {
    this.#pieces.push(...other.#pieces)
    this.size += other.size
    other.drop()
  }

  drop() {
    this.#pieces = []
    this.size = 0
  }

  concat(): Buffer {
    return this.#pieces.length === 1 ? this.#pieces[0] : Buffer.concat(this.#pieces)
  }
}
