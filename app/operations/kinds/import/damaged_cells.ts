import { isAboutCells } from '#operations/transfer/record_problem'

/**
 * The cells with which a damaged CSV row comes back, before its new error: all of them but the error of an earlier
 * attempt. The row has never as many cells as the first line, unless it had as many in the upload, so that a row with a
 * cell too few or too many fails again until somebody repairs it.
 */
export function damagedCells(raw: string[], columns: string[], error: string): string[] {
  const at = columns.indexOf(error)
  if (at === -1) return raw
  if (raw.length === columns.length) return raw.toSpliced(at, 1)
  const isEarlier = at === columns.length - 1 && isAboutCells(raw.at(-1)!.replace(/^"/, ''))
  const kept = isEarlier ? raw.slice(0, -1) : raw
  return kept.length === columns.length - 1 ? [...kept, ''] : kept
}
