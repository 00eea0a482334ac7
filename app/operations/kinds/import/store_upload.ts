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

/** A part of a stored file: its path, its first line, its number of records, and the records that repeat a key. */
export type StoredPart = {
  /** Null for a single record that was too large to keep. */
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

/** The folder of imports on the drive; each import has a subfolder. */
export const IMPORTS = 'imports'
const folderOf = (operationId: string) => `${IMPORTS}/${operationId}`

/**
 * The formats of a request body that is itself the file. For a file in a form, its first bytes determine the format.
 */
const RAW: Record<string, TransferFormat> = {
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
  'application/json': 'json',
}

/** The most bytes to process before other requests get a turn. */
const SLICE = 16 * 1024

/** The file types that an import accepts. */
export const IMPORT_FILES: FileRules = {
  maxBytes: LIMITS.bytes,
  raw: Object.keys(RAW),
  otherwise:
    'Send a file as multipart/form-data, text/csv or application/x-ndjson, or an array as application/json',
}

/**
 * Deletes the stored files of an import.
 *
 * @internal
 */
export function discardUpload(operationId: string) {
  return deleteFolder(folderOf(operationId))
}

/** Deletes the stored files of a refused import. If the drive fails, the hourly cleanup deletes them after a day. */
export function discardRefused(operationId: string) {
  return discarded(() => discardUpload(operationId))
}

/**
 * Streams an upload to the drive, cut between records into parts that workers can read independently
 * (contract#import). Problems that make the whole file unusable are detected while it streams. After an error, the
 * stored parts are deleted.
 * @throws Refusal BAD_REQUEST with the problem and its place; FilesUnavailable when the drive does not store the
 *   file.
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

/**
 * Yields small pieces, each in its own turn of the event loop, so that processing one does not block other requests.
 */
async function* inSlices(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += SLICE) {
      yield piece.subarray(at, at + SLICE)
      await ownTurn()
    }
  }
}

/**
 * An empty export is a header line or an empty array, and imports as it is. An NDJSON file without records is a
 * mistake.
 */
function emptiness({ records, shape }: PartCutter): FileProblem | null {
  return records === 0 && shape!.format === 'ndjson' ? { reason: 'no-records' } : null
}
