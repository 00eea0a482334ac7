import { randomInt } from 'node:crypto'
import config from '#config/operations'
import type { HeaderRules } from '#operations/transfer/header'
import { PartCutter, type CutPart, type Repeat } from '#operations/transfer/part_cutter'
import type { PartShape } from '#operations/transfer/part'
import { LIMITS } from '#kernel/files/file_limits'
import { fileMessage, type FileProblem } from '#operations/transfer/file_problem'
import type { TransferFormat } from '#kernel/files/file_limits'
import { deleteFolder, discarded, keptWhole, putFile } from '#kernel/files/stored_files'
import Refusal from '#kernel/refusals/refusal'
import type { FileRules, Upload } from '#kernel/files/upload'
import { ownTurn } from '#kernel/time/own_turn'

/** A part of a stored file: where it is, the line on which it begins, and which of its records repeat a key. */
export type StoredPart = {
  /** Null for one record that is too large to be kept. */
  file: string | null
  line: number
  records: number
  repeats: Repeat[]
}
export type StoredUpload = {
  shape: PartShape
  parts: StoredPart[]
  records: number
  bytes: number
  /** The line of the first record that is not UTF-8. */
  foreignLine: number | null
}

/** The folder of all imports on the drive; each has one in it. */
export const IMPORTS = 'imports'
const folderOf = (operationId: string) => `${IMPORTS}/${operationId}`

/** The formats of a body that is the file itself; the first byte of a file of a form tells. */
const RAW: Record<string, TransferFormat> = {
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
  'application/json': 'json',
}

/** Bytes that are read without a pause. */
const SLICE = 16 * 1024

/** The files that an import takes. */
export const IMPORT_FILES: FileRules = {
  maxBytes: LIMITS.bytes,
  raw: Object.keys(RAW),
  otherwise:
    'Send a file as multipart/form-data, text/csv or application/x-ndjson, or an array as application/json',
}

/**
 * Deletes what is stored of an import.
 *
 * @internal
 */
export function discardUpload(operationId: string) {
  return deleteFolder(folderOf(operationId))
}

/** Deletes what is stored of an import that is refused. Where the drive fails, the hourly cleaning does it after a day. */
export function discardRefused(operationId: string) {
  return discarded(() => discardUpload(operationId))
}

/**
 * Streams an upload to the drive, cut between records into parts that workers can read on their own
 * (contract#import). Problems that make the whole file unusable are found while it streams; after any error nothing
 * of the file remains.
 * @throws Refusal BAD_REQUEST with the problem and its place; FilesUnavailable when the drive does not take the file.
 */
export default class StoreUpload {
  constructor(protected limits = LIMITS) {}

  async execute(operationId: string, upload: Upload, rules: HeaderRules = {}): Promise<StoredUpload> {
    const secret = [randomInt(2 ** 32), randomInt(2 ** 32)] as const
    const format = upload.type === null ? null : RAW[upload.type]
    const cutter = new PartCutter(format, this.limits, config.chunkSize, secret, rules)
    const parts: StoredPart[] = []
    const store = async (cut: CutPart[]) => {
      for (const part of cut) parts.push(await this.#store(operationId, parts.length + 1, part))
    }
    const whole = async () => {
      for await (const slice of inSlices(upload.bytes)) {
        await store(cutter.add(slice))
        if (cutter.problem) break
      }
      await store(cutter.finish())
      const problem = cutter.problem ?? emptiness(cutter)
      if (problem) throw new Refusal('BAD_REQUEST', { message: fileMessage(problem) })
      const { shape, records, bytes, foreignLine } = cutter
      return { shape: shape!, parts, records, bytes, foreignLine }
    }
    return keptWhole(whole, () => discardUpload(operationId))
  }

  async #store(operationId: string, number: number, { bytes, ...part }: CutPart): Promise<StoredPart> {
    if (bytes === null) return { file: null, ...part }
    const file = `${folderOf(operationId)}/${String(number).padStart(5, '0')}`
    await putFile(file, bytes)
    return { file, ...part }
  }
}

/** Pieces so small that reading one keeps no other request waiting, each in a turn of its own. */
async function* inSlices(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += SLICE) {
      yield piece.subarray(at, at + SLICE)
      await ownTurn()
    }
  }
}

/** An export of nothing is a header or an empty array, and imports as it is; a file without any record is a mistake. */
function emptiness({ records, shape }: PartCutter): FileProblem | null {
  return records === 0 && shape!.format === 'ndjson' ? { reason: 'no-records' } : null
}
