import type { OperationItem } from '#operations/rules/operation'

/** The source of a chunk's rows in a file. `only` lists the offsets of its rows, unless it has the whole part. */
type ChunkSource = { only?: number[]; [fact: string]: unknown }

/** A claimed chunk: license ids, or a part of an uploaded file. */
export type Chunk = {
  position: number
  /**
   * A null entry with a key means that no license of the scope has that key. A null entry without a key means that
   * another chunk now has that license.
   */
  licenseIds: (string | null)[] | null
  /** The keys by which the caller named the licenses, in the same order. */
  licenseKeys: (string | null)[] | null
  source: ChunkSource | null
  firstIndex: number
  size: number
}

/** Whether a chunk has an entry at this offset. */
export function hasEntry({ licenseIds, licenseKeys }: Chunk, offset: number): boolean {
  return (licenseIds![offset] ?? licenseKeys?.[offset] ?? null) !== null
}

/** The ids in a chunk, without null entries. */
export function idsOf({ licenseIds }: Chunk): string[] {
  return licenseIds!.filter((id) => id !== null)
}

/** The result of a chunk; everything without an item succeeded. */
export type ChunkOutcome = {
  items: OperationItem[]
  /** Licenses that another transaction holds: they are left for later. */
  left?: Set<string>
  /** For a part of a file: the offsets of the rows that name such licenses. */
  leftRows?: Set<number>
  /** Stored with the chunk, for the result of the operation. */
  facts?: Record<string, unknown>
}
