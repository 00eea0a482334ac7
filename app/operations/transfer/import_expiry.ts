import type { Millis } from '#kernel/time/millis'
import { expiredBy } from '#licensing/rules/expiry_clock'
import { EXPIRATION_MODES } from '#licensing/rules/license'
import { expiresInThePast, MAX_DAYS, MAX_RELATIVE_DAYS, newTerms } from '#licensing/rules/terms'
import type { ImportRow } from './import_row.js'
import { importedState } from './imported_license.js'
import type { RowReader } from './row_reader.js'

/**
 * The expiration that a row states. A row without a status and without `frozenAt` can only create a license whose
 * expiry is in the future, as any new license. So can a row that freezes a license from now on: an expired license
 * cannot be frozen (contract/01-changes#meaning).
 */
export function readExpiry(reader: RowReader, row: ImportRow, now: Millis): Partial<ImportRow> {
  const expirationMode = reader.oneOf('expirationMode', EXPIRATION_MODES)
  const expiresAt = reader.moment('expiresAt')
  const expiresAfterDays = reader.whole('expiresAfterDays', 1, maxDaysOf(row))
  if (expirationMode === undefined && expiresAt === undefined && expiresAfterDays === undefined) return {}
  const expiry = { expirationMode, expiresAt, expiresAfterDays }
  const verdict = newTerms(expiry, maxDaysOf(row))
  if (!verdict.allow) return { expiry, notNew: { reason: 'fields', problems: verdict.reason } }
  const { terms } = verdict
  if (row.status === undefined && !row.frozenAt && expiresInThePast(terms, now)) {
    const value = reader.given('expiresAt')
    return { expiry, notNew: { reason: 'in-the-past', field: 'expiresAt', value } }
  }
  if (freezesNow(row) && expiredBy(importedState({ ...row, terms }, now), now)) {
    return { expiry, notNew: { reason: 'not-freezable', status: 'EXPIRED' } }
  }
  return { expiry, terms }
}

/** Returns whether the row freezes its license, and states no moment of the past at which the clock stopped. */
export function freezesNow({ frozen, frozenAt, pausedSince }: ImportRow): boolean {
  return frozen === true && frozenAt === undefined && pausedSince === undefined
}

/**
 * The largest `expiresAfterDays` of a row: a row with a status describes an existing license, which may have been
 * extended.
 */
export function maxDaysOf({ status }: Pick<ImportRow, 'status'>): number {
  return status === undefined ? MAX_DAYS : MAX_RELATIVE_DAYS
}
