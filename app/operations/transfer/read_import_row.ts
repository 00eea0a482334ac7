import { deny, type Verdict } from '#kernel/refusals/verdict'
import { isCustomKey } from '#catalog/rules/key'
import { MAX_HWID_RESETS, policyProblems } from '#catalog/rules/policy'
import { unstorable } from '#kernel/json/json'
import { isUuid } from '#kernel/text/uuid'
import { DAY, type Millis } from '#kernel/time/millis'
import { LICENSE_STATUSES } from '#licensing/rules/license'
import { MAX_DAYS } from '#licensing/rules/terms'
import type { DateReader } from './date_reader.js'
import { readExpiry } from './import_expiry.js'
import { readMetadata } from './import_metadata.js'
import type { ImportRow } from './import_row.js'
import type { RowProblem } from './row_problem.js'
import { readUpdateRights } from './import_update_rights.js'
import { RowReader } from './row_reader.js'

/** A hundred years: a longer pause would make the expiry an invalid date. Milliseconds. */
const MAX_PAUSE = MAX_DAYS * DAY

/** Reads a record by the rules for creating a license (contract#expiration-modes, contract#import). */
export function readImportRow(
  record: Map<string, unknown>,
  now: Millis,
  dates?: DateReader
): Verdict<RowProblem, { row: ImportRow }> {
  const reader = new RowReader(record, now, dates)
  const key = readKey(reader)
  const productId = readProduct(reader)
  const status = reader.oneOf('status', LICENSE_STATUSES)
  // One literal, in the order in which problems are reported: adding field after field to an object is far slower.
  const row: ImportRow = {
    key,
    productId,
    notNew: null,
    status,
    activatedAt: reader.pastMoment('activatedAt'),
    frozen: reader.flag('frozen'),
    frozenAt: reader.pastMoment('frozenAt'),
    suspendedAt: reader.pastMoment('suspendedAt'),
    pausedSince: reader.pastMoment('pausedSince'),
    pausedMs: reader.whole('pausedMs', 0, MAX_PAUSE),
    createdAt: status === undefined ? undefined : reader.pastMoment('createdAt'),
    maxHwidResets: reader.whole('maxHwidResets', 0, MAX_HWID_RESETS),
    metadata: readMetadata(reader),
    mergesMetadata: reader.given('metadata') === undefined,
    policyOverride: readValues(reader, 'policyOverride'),
    tier: readTier(reader),
    features: readValues(reader, 'features'),
    ...readUpdateRights(reader),
  }
  const problems = row.policyOverride ? policyProblems(row.policyOverride, 'policyOverride') : []
  if (problems.length > 0) reader.refuse({ reason: 'fields', problems })
  const inconsistent = inconsistency(row)
  if (inconsistent) reader.refuse(inconsistent)
  const expiry = readExpiry(reader, row, now)
  return reader.problem ? deny(reader.problem) : { allow: true, row: { ...row, ...expiry } }
}

function readKey(reader: RowReader): string {
  const value = reader.given('key')
  if (isCustomKey(value)) return value
  if (value === undefined) reader.refuse({ reason: 'missing', field: 'key' })
  else if (typeof value === 'string') reader.refuse({ reason: 'bad-key', value })
  else reader.refuse({ reason: 'not-a-text', field: 'key', value })
  return ''
}

function readTier(reader: RowReader): string | undefined {
  const value = reader.given('tier')
  if (value !== undefined && typeof value !== 'string')
    return reader.refuse({ reason: 'unknown-tier', value })
  return unstorable(value) ? reader.refuse({ reason: 'unstorable', field: 'tier' }) : value
}

/**
 * An object whose values are single ones, such as features. Lists and objects in it are not looked into: they are
 * refused anyway where the values are checked, and those of a cell can nest deeper than the stack.
 */
function readValues(
  reader: RowReader,
  field: 'policyOverride' | 'features'
): Record<string, unknown> | undefined {
  const values = reader.object(field)
  const held = Object.entries(values ?? {})
    .flat()
    .filter((one) => typeof one === 'string')
  return unstorable(held) ? reader.refuse({ reason: 'unstorable', field }) : values
}

function readProduct(reader: RowReader): string | null {
  const value = reader.given('productId')
  if (isUuid(value)) return value.toLowerCase()
  if (value !== undefined) reader.refuse({ reason: 'not-a-uuid', field: 'productId', value })
  return null
}

/**
 * Whether the row contradicts itself. EXPIRED with `frozenAt` is allowed, because exports of earlier versions may
 * contain it; the import ends that freeze.
 */
function inconsistency(row: ImportRow): RowProblem | null {
  const { status, frozen, frozenAt } = row
  if (frozen && (status === 'PENDING' || (status === 'EXPIRED' && frozenAt === undefined))) {
    return { reason: 'not-freezable', status }
  }
  if (frozenAt !== undefined && !frozen) return { reason: 'frozen-at-alone' }
  if (row.suspendedAt !== undefined && status !== 'SUSPENDED') return { reason: 'suspended-at-alone' }
  const paused = frozen || status === 'SUSPENDED'
  return row.pausedSince !== undefined && !paused ? { reason: 'paused-since-alone' } : null
}
