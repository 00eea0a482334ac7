import { randomInt } from 'node:crypto'
import drive from '@adonisjs/drive/services/main'
import logger from '@adonisjs/core/services/logger'
import config from '#config/operations'
import type { HeaderRules } from '#operations/transfer/header'
import { PartCutter, type CutPart, type Repeat } from '#operations/transfer/part_cutter'
import type { PartShape } from '#operations/transfer/part'
import { LIMITS } from '#kernel/files/file_limits'
import { TransferError } from '#operations/transfer/scanner'
import FilesUnavailable from '#kernel/refusals/files_unavailable'
import Refusal from '#kernel/refusals/refusal'
import type { Upload } from '#kernel/files/upload'

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

/** Where the parts of an import lie on the drive. */
const importFolder = (operationId: string) => `imports/${operationId}`

/** Deletes what is stored of an import. */
export async function discardUpload(operationId: string) {
  await drive.use().deleteAll(importFolder(operationId))
}

/** Deletes what is stored of an import that is refused. Where the drive fails, the hourly cleaning does it after a day. */
export async function discardRefused(operationId: string) {
  try {
    await discardUpload(operationId)
  } catch (error) {
    logger.warn({ err: error, operationId }, 'a refused upload could not be deleted')
  }
}

/**
 * Streams an upload to the drive, cut between records into parts that workers can read on their own (contract#import).
 * Checks while streaming what makes a whole file worthless; on any error nothing of it stays behind. Errors:
 * BAD_REQUEST that says what is wrong and where, FilesUnavailable when the drive does not take it.
 */
export default class StoreUpload {
  constructor(protected limits = LIMITS) {}

  async execute(operationId: string, upload: Upload, rules: HeaderRules = {}): Promise<StoredUpload> {
    const secret = [randomInt(2 ** 32), randomInt(2 ** 32)] as const
    const cutter = new PartCutter(upload.format, this.limits, config.chunkSize, secret, rules)
    const parts: StoredPart[] = []
    const store = async (cut: CutPart[]) => {
      for (const part of cut) parts.push(await this.#store(operationId, parts.length + 1, part))
    }
    try {
      for await (const piece of upload.bytes) await store(cutter.add(piece))
      await store(cutter.finish())
      const { shape, records, bytes, foreignLine } = cutter
      // An export of nothing is a header or an empty array, and imports as it is.
      if (records === 0 && shape!.format === 'ndjson') throw new TransferError('The file holds no records')
      return { shape: shape!, parts, records, bytes, foreignLine }
    } catch (error) {
      await discardRefused(operationId)
      if (error instanceof TransferError) throw new Refusal('BAD_REQUEST', { message: error.message })
      throw error
    }
  }

  async #store(operationId: string, number: number, { bytes, ...part }: CutPart): Promise<StoredPart> {
    if (bytes === null) return { file: null, ...part }
    const file = `${importFolder(operationId)}/${String(number).padStart(5, '0')}`
    try {
      await drive.use().put(file, bytes)
    } catch (error) {
      throw new FilesUnavailable(error)
    }
    return { file, ...part }
  }
}
