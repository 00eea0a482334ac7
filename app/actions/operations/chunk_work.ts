import type { OperationItem } from '#domain/operation/operation'
import type { OperationRow } from '#queries/operations/find_operation'
import type { Trx } from '#services/unit_of_work'

/** A claimed chunk: license ids, or a part of an uploaded file. */
export type Chunk = {
  position: number
  licenseIds: string[] | null
  source: Record<string, unknown> | null
  firstIndex: number
  size: number
}

/** What came of a chunk; everything that is no item here succeeded. */
export type ChunkOutcome = {
  items: OperationItem[]
  /** Kept with the chunk, for the result of the operation. */
  facts?: Record<string, unknown>
}

/** The work of one chunk, inside its transaction. It may be called again for a chunk that was rolled back. */
export interface ChunkWork {
  execute(trx: Trx, operation: OperationRow, chunk: Chunk, now: number): Promise<ChunkOutcome>
}
