import { unstorable } from '#kernel/json/json'
import { metadataProblems } from '#kernel/json/metadata'
import type { RowReader } from './row_reader.js'

const PREFIX = 'metadata.'

/** The metadata of a row: the JSON object and the `metadata.NAME` columns together; undefined if the row has none. */
export function readMetadata(reader: RowReader): Record<string, unknown> | undefined {
  const entries = Object.entries(reader.object('metadata') ?? {})
  let mentioned = reader.given('metadata') !== undefined
  for (const [column, value] of reader.record) {
    if (!column.startsWith(PREFIX) || column === PREFIX || value === '' || value === undefined) continue
    entries.push([column.slice(PREFIX.length), value])
    mentioned = true
  }
  if (!mentioned) return undefined
  const metadata = Object.fromEntries(entries)
  const problems = metadataProblems(metadata)
  if (problems.length > 0) return reader.refuse({ reason: 'fields', problems })
  return unstorable(metadata) ? reader.refuse({ reason: 'unstorable', field: 'metadata' }) : metadata
}
