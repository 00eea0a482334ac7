import { eraseLicenses } from '#licensing/actions/erase_licenses'
import type { OperationRow } from '#operations/queries/find_operation'
import type { Trx } from '#kernel/database/unit_of_work'
import { contextOf, missing, scopeOf } from './change_licenses.js'
import { hasEntry, type Chunk, type ChunkOutcome, type ChunkWork } from './chunk_work.js'
import { lockChunk } from './lock_chunk.js'

/** Deletes the licenses of a chunk for good (contract#chunks). */
export default class DeleteLicenses implements ChunkWork {
  async execute(trx: Trx, operation: OperationRow, chunk: Chunk, now: number): Promise<ChunkOutcome> {
    const { licenses, held, chunk: free } = await lockChunk(trx, scopeOf(operation), chunk, operation)
    const found = new Set(licenses.map(({ id }) => id))
    const items = free.licenseIds!.flatMap((id, offset) =>
      !hasEntry(free, offset) || (id !== null && found.has(id)) ? [] : [missing(free, offset)]
    )
    if (!operation.dryRun) await eraseLicenses(trx, licenses, contextOf(operation, now))
    return { items, left: held }
  }
}
