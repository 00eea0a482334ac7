import type { OperationItem } from '#operations/rules/operation'

/** The place of a chunk's rows in a file. `only` lists the offsets of its rows, if it has not the whole part. */
type ChunkSource = { only?: number[]; [fact: string]: unknown }

/** A claimed chunk: license ids, or a part of an uploaded file. */
export type Chunk = {
  position: number
  /**
   * Null in it stands for a key that no license of the scope has; where there is no key either, for a license that
   * another chunk has by now.
   */
  licenseIds: (string | null)[] | null
  /** The keys by which the caller named them, in the same order. */
  licenseKeys: (string | null)[] | null
  source: ChunkSource | null
  firstIndex: number
  size: number
}

/** Whether a chunk has something at this place. */
export function hasEntry({ licenseIds, licenseKeys }: Chunk, offset: number): boolean {
  return (licenseIds![offset] ?? licenseKeys?.[offset] ?? null) !== null
}

/** The ids of a chunk that there are licenses to. */
export function idsOf({ licenseIds }: Chunk): string[] {
  return licenseIds!.filter((id) => id !== null)
}

/** The result of a chunk; everything without an item here succeeded. */
export type ChunkOutcome = {
  items: OperationItem[]
  /** Held licenses: they are left for a later try. */
  left?: Set<string>
  /** The same for a part of a file: the offsets of the rows that name them. */
  leftRows?: Set<number>
  /** Kept with the chunk, for the result of the operation. */
  facts?: Record<string, unknown>
}
