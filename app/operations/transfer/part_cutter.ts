import { HeadReader, type HeadVerdict } from './file_head.js'
import type { FileProblem } from './file_problem.js'
import type { HashKey } from './half_siphash.js'
import type { HeaderRules } from './header.js'
import { KeyIndex } from './key_index.js'
import { readKeys, scannerOf, type PartShape } from './part.js'
import type { TransferFormat, TransferLimits } from '#kernel/files/file_limits'
import type { FoundRecord, RecordScanner } from './scanner.js'

/** The place of a record within its part, and the line of the first record with the same key. */
export type Repeat = [offset: number, firstLine: number]

/** A part of a file: whole records with their bytes. A single record that is too large to keep has no bytes. */
export type CutPart = {
  line: number
  records: number
  bytes: Buffer | null
  repeats: Repeat[]
}

/** A part ends at this size even if it has few records, so that no process holds much of a file in memory. */
const PART_BYTES = 1024 * 1024

/**
 * Cuts a file between its records into parts that can be read independently, while its bytes arrive. It holds at most
 * one part and one record. Once it has found a `problem` with the file, it returns no more parts.
 */
export class PartCutter {
  shape: PartShape | null = null
  problem: FileProblem | null = null
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
  /** The incomplete current record and the blanks before it; empty while the record is too large to keep. */
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

  /** Adds the next bytes, and returns the parts that they complete. */
  add(piece: Buffer): CutPart[] {
    if (this.problem) return []
    this.bytes += piece.length
    if (this.bytes > this.limits.bytes) this.#refuse({ reason: 'too-large', limit: this.limits.bytes })
    else if (this.#scanner) this.#scan(piece)
    else this.#begin(this.#head.add(piece))
    return this.problem ? [] : this.#ready.splice(0)
  }

  /** Ends the file, and returns the last parts. */
  finish(): CutPart[] {
    if (this.problem) return []
    if (!this.#scanner) this.#begin(this.#head.finish())
    if (this.problem) return []
    const scanner = this.#scanner!
    scanner.end()
    if (scanner.problem) this.#refuse(scanner.problem)
    if (this.problem) return []
    const open = scanner.open()
    if (open && open.size > this.limits.recordBytes) this.#leaveOut(open.line, open.line)
    else if (open) {
      this.#part.take(this.#open)
      this.#count()
    }
    this.#close(this.#line)
    return this.problem ? [] : this.#ready.splice(0)
  }

  #refuse(problem: FileProblem) {
    this.problem ??= problem
  }

  #begin(result: HeadVerdict | null) {
    if (!result) return
    if (!result.allow) return this.#refuse(result.reason)
    const { head } = result
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
    const scanner = this.#scanner!
    scanner.push(piece, (record) => {
      if (this.problem) return
      if (record.end - record.start > this.limits.recordBytes) {
        keep(last)
        this.#leaveOut(record.line, record.next)
        taken = record.end
      } else {
        this.#checkGap(record.start - last + this.#open.size, record)
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
    if (scanner.problem) this.#refuse(scanner.problem)
    if (this.problem) return
    keep(last)
    this.#hold(piece.subarray(last))
  }

  /** Keeps the bytes of an incomplete record, unless there are too many of them. */
  #hold(rest: Buffer) {
    const open = this.#scanner!.open()
    const line = open?.line ?? this.#line
    this.#open.add(rest)
    this.#checkGap(this.#open.size - (open?.size ?? 0), { line })
    if (open && open.size > this.limits.recordBytes) this.#open.drop()
  }

  /** Refuses more blank bytes than a record may have. */
  #checkGap(size: number, { line }: Pick<FoundRecord, 'line'>) {
    const limit = this.limits.recordBytes
    if (size > limit) this.#refuse({ reason: 'blank-bytes', line, limit })
  }

  /** Makes a record that is too large a part of its own without bytes, between the records before and after it. */
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
    const limit = this.limits.rows
    if (++this.records > limit) this.#refuse({ reason: 'too-many-records', limit })
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

/** A list of buffers with their total size, concatenated only on demand. */
class Pile {
  #pieces: Buffer[] = []
  size = 0

  add(piece: Buffer) {
    if (piece.length > 0) this.#pieces.push(piece)
    this.size += piece.length
  }

  /** Moves everything from another pile to this one. */
  take(other: Pile) {
    for (const piece of other.#pieces) this.#pieces.push(piece)
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
