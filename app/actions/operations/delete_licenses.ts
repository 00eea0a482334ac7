import { eraseLicenses } from '#actions/licenses/erase_licenses'
import type { OperationRow } from '#queries/operations/find_operation'
import { lockLicenses } from '#services/license_ledger'
import type { Trx } from '#services/unit_of_work'
import { contextOf, missing, scopeOf } from './change_licenses.js'
import type { Chunk, ChunkOutcome, ChunkWork } from './chunk_work.js'

/** Deletes the licenses of a chunk for good (contract 5). */
export default class DeleteLicenses implements ChunkWork {
  async execute(trx: Trx, operation: OperationRow, chunk: Chunk, now: number): Promise<ChunkOutcome> {
    const licenses = await lockLicenses(trx, scopeOf(operation), chunk.licenseIds!)
    const found = new Set(licenses.map(({ id }) => id))
    const items = chunk.licenseIds!.flatMap((id, offset) =>
      found.has(id) ? [] : [missing(chunk.firstIndex + offset, id)]
    )
    if (!operation.dryRun) await eraseLicenses(trx, licenses, contextOf(operation, now))
    return { items }
  }
}
