import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { hasEntry, type Chunk } from './chunk.js'

/**
 * The first position of chunks that were split off, after all others. The position of such a chunk is this number
 * plus the index of its first license. An index belongs to one chunk only, and a chunk keeps its first license
 * whenever it is split, so positions are unique.
 */
const SPLIT_OFF = 1_000_000_000

/** The first and the longest pause before a retry of held licenses. Milliseconds. */
const FIRST_PAUSE = 250
const LONGEST_PAUSE = 5000

/** SQL for the time of a chunk's next try, after it was given back `given_back` times. */
export const TRY_AGAIN = `clock_timestamp() + interval '1 millisecond'
  * least(${FIRST_PAUSE} * 2 ^ least(given_back, 10), ${LONGEST_PAUSE})`

type Piece = Pick<Chunk, 'licenseIds' | 'licenseKeys' | 'source' | 'firstIndex' | 'size'> & {
  /** The index of its first license or row. */
  begins: number
}

/**
 * Splits a claimed chunk, whose row the transaction has locked, into the part that is done and the licenses that are
 * left for later. Each license keeps its index. Returns the part that is done, at its position.
 */
export function splitChunk(trx: Trx, operationId: string, chunk: Chunk, left: Set<string>) {
  const done = pieceOf(chunk, (id) => id === null || !left.has(id))
  return store(
    trx,
    operationId,
    chunk,
    done,
    pieceOf(chunk, (id) => id !== null && left.has(id))
  )
}

/**
 * Splits a chunk with a part of a file in the same way: `left` has the offsets of the rows that are left for later.
 */
export function splitPart(trx: Trx, operationId: string, chunk: Chunk, left: Set<number>) {
  const offsets = chunk.source!.only ?? Array.from({ length: chunk.size }, (_, at) => at)
  const rowsOf = (only: number[]): Piece => ({
    ...chunk,
    source: { ...chunk.source, only },
    size: only.length,
    begins: chunk.firstIndex + only[0],
  })
  const done = rowsOf(offsets.filter((offset) => !left.has(offset)))
  return store(trx, operationId, chunk, done, rowsOf(offsets.filter((offset) => left.has(offset))))
}

async function store(trx: Trx, operationId: string, chunk: Chunk, done: Piece, rest: Piece): Promise<Chunk> {
  const [keeps, leaves] = done.begins < rest.begins ? [done, rest] : [rest, done]
  const position = SPLIT_OFF + leaves.begins
  await rows(
    trx,
    `update operation_chunks set license_ids = ?, license_keys = ?, source = ?, first_index = ?, size = ?
     where operation_id = ? and position = ?`,
    [...valuesOf(keeps), operationId, chunk.position]
  )
  await rows(
    trx,
    `insert into operation_chunks
       (license_ids, license_keys, source, first_index, size, operation_id, position)
     values (?, ?, ?, ?, ?, ?, ?)`,
    [...valuesOf(leaves), operationId, position]
  )
  await rows(
    trx,
    `update operation_chunks set given_back = 0, not_before = ${TRY_AGAIN.replace('given_back', '0')}
     where operation_id = ? and position = ?`,
    [operationId, keeps === rest ? chunk.position : position]
  )
  return { ...chunk, ...done, position: keeps === done ? chunk.position : position }
}

function valuesOf({ licenseIds, licenseKeys, source, firstIndex, size }: Piece) {
  return [licenseIds, licenseKeys, source && JSON.stringify(source), firstIndex, size]
}

/** The chosen entries of a chunk, each at its index, with null for the entries between them. */
function pieceOf(chunk: Chunk, belongs: (id: string | null) => boolean): Piece {
  const { licenseIds, licenseKeys, firstIndex } = chunk
  const has = licenseIds!.map((id, offset) => hasEntry(chunk, offset) && belongs(id))
  const [from, to] = [has.indexOf(true), has.lastIndexOf(true) + 1]
  const cut = (values: (string | null)[]) =>
    values.map((value, offset) => (has[offset] ? value : null)).slice(from, to)
  return {
    licenseIds: cut(licenseIds!),
    licenseKeys: licenseKeys && cut(licenseKeys),
    source: chunk.source,
    firstIndex: firstIndex + from,
    begins: firstIndex + from,
    size: has.filter(Boolean).length,
  }
}
