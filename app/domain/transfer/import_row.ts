import { parseJson, unstorable } from '#domain/json'
import { DAY, LICENSE_STATUSES, type LicenseStatus, type Millis } from '#domain/license/license'
import { isCustomKey } from '#domain/license/key'
import { isPlainObject, metadataProblems } from '#domain/license/metadata'
import {
  expiresInThePast,
  isExpirationMode,
  MAX_DAYS,
  MAX_RELATIVE_DAYS,
  newTerms,
  type Terms,
} from '#domain/license/terms'
import { MAX_HWID_RESETS, policyProblems } from '#domain/policy/policy'
import { parseTimestamp } from '#domain/timestamps'
import { isUuid } from '#domain/uuid'

/** What a record of a file says about a license; `undefined` is what it does not mention. */
export type ImportRow = {
  key: string
  productId: string | null
  status?: LicenseStatus
  terms?: Terms
  activatedAt?: Millis
  frozen?: boolean
  frozenAt?: Millis
  suspendedAt?: Millis
  pausedSince?: Millis
  pausedMs?: number
  maxHwidResets?: number
  metadata?: Record<string, unknown>
  /** The metadata comes from `metadata.NAME` columns alone: it goes into what a license has already. */
  mergesMetadata?: boolean
  policyOverride?: Record<string, unknown>
}

/** Columns that mean something; `metadata.NAME` does too. The last five carry the clock of an export. */
const COLUMNS = new Set([
  'key',
  'productId',
  'status',
  'expirationMode',
  'expiresAt',
  'expiresAfterDays',
  'activatedAt',
  'maxHwidResets',
  'frozen',
  'metadata',
  'policyOverride',
  'frozenAt',
  'suspendedAt',
  'pausedSince',
  'pausedMs',
])

/** A hundred years: with any more an expiry would be no date. Milliseconds. */
const MAX_PAUSE = MAX_DAYS * DAY

/** Clocks of two machines may differ a little. */
const SKEW = 300_000

/** Whether an import uses a column of this name. */
export function isImportColumn(name: string): boolean {
  return COLUMNS.has(name) || (name.startsWith('metadata.') && name.length > 'metadata.'.length)
}

/** Why a record cannot be imported. */
class BadRow extends Error {}

/**
 * Reads a record by the rules of creating a license (contract 3 and 5). Values are what a JSON file holds, or
 * the texts of a CSV file, where an empty cell says nothing. Returns the row, or what is wrong with it.
 */
export function readImportRow(record: Map<string, unknown>, now: Millis): ImportRow | string {
  try {
    return read(record, now)
  } catch (error) {
    if (error instanceof BadRow) return error.message
    throw error
  }
}

function read(record: Map<string, unknown>, now: Millis): ImportRow {
  const given = (name: string) => {
    const value = record.get(name)
    return value === '' || value === null ? undefined : value
  }
  const key = given('key')
  if (key === undefined) throw new BadRow('key is missing')
  if (!isCustomKey(key)) {
    throw new BadRow(
      'key takes 4 to 128 letters, digits, dots, underscores and hyphens, a letter or digit first'
    )
  }
  const productId = given('productId')
  if (productId !== undefined && !isUuid(productId)) throw new BadRow('productId must be a UUID')
  const row: ImportRow = { key, productId: productId?.toLowerCase() ?? null }
  row.status = oneOf('status', LICENSE_STATUSES, given('status'))
  row.terms = readTerms(given, row.status === undefined ? MAX_DAYS : MAX_RELATIVE_DAYS)
  row.activatedAt = moment('activatedAt', given('activatedAt'), now)
  row.frozen = flag('frozen', given('frozen'))
  row.frozenAt = moment('frozenAt', given('frozenAt'), now)
  row.suspendedAt = moment('suspendedAt', given('suspendedAt'), now)
  row.pausedSince = moment('pausedSince', given('pausedSince'), now)
  row.pausedMs = whole('pausedMs', given('pausedMs'), 0, MAX_PAUSE)
  row.maxHwidResets = whole('maxHwidResets', given('maxHwidResets'), 0, MAX_HWID_RESETS)
  row.metadata = readMetadata(record, given('metadata'))
  row.mergesMetadata = given('metadata') === undefined
  row.policyOverride = object('policyOverride', given('policyOverride'))
  if (row.policyOverride) refuse(policyProblems(row.policyOverride, 'policyOverride'))
  assertConsistent(row, now)
  return row
}

function readTerms(given: (name: string) => unknown, maxDays: number): Terms | undefined {
  const mode = given('expirationMode')
  if (mode !== undefined && !isExpirationMode(mode)) {
    throw new BadRow('expirationMode must be one of never, fixed, afterActivation, both')
  }
  const at = given('expiresAt')
  const expiresAt = at === undefined ? undefined : parseTimestamp(at)
  if (expiresAt === null) throw new BadRow('expiresAt must be an ISO 8601 date')
  const expiresAfterDays = whole('expiresAfterDays', given('expiresAfterDays'), 1, maxDays)
  if (mode === undefined && expiresAt === undefined && expiresAfterDays === undefined) return undefined
  const { terms, problems } = newTerms({ expirationMode: mode, expiresAt, expiresAfterDays }, maxDays)
  if (problems) refuse(problems)
  return terms!
}

/**
 * A row without a status makes a license, so its expiry must lie ahead as at creation; one with a status
 * carries what a license has been through, as an export does.
 */
function assertConsistent(row: ImportRow, now: Millis) {
  if (row.status === undefined && row.terms && !row.frozenAt && expiresInThePast(row.terms, now)) {
    throw new BadRow('expiresAt is in the past')
  }
  if (row.frozen && (row.status === 'PENDING' || row.status === 'EXPIRED')) {
    throw new BadRow(`A license that is ${row.status} cannot be frozen`)
  }
  if (row.frozenAt !== undefined && !row.frozen) throw new BadRow('frozenAt needs frozen to be true')
  if (row.suspendedAt !== undefined && row.status !== 'SUSPENDED') {
    throw new BadRow('suspendedAt needs the status SUSPENDED')
  }
  const paused = row.frozen || row.status === 'SUSPENDED'
  if (row.pausedSince !== undefined && !paused)
    throw new BadRow('pausedSince needs a frozen or suspended license')
}

function readMetadata(record: Map<string, unknown>, whole: unknown): Record<string, unknown> | undefined {
  const entries = Object.entries(object('metadata', whole) ?? {})
  let mentioned = whole !== undefined
  for (const [column, value] of record) {
    if (!column.startsWith('metadata.') || column === 'metadata.' || value === '' || value === undefined)
      continue
    entries.push([column.slice('metadata.'.length), value])
    mentioned = true
  }
  if (!mentioned) return undefined
  const metadata = Object.fromEntries(entries)
  refuse(metadataProblems(metadata))
  if (unstorable(metadata))
    throw new BadRow('metadata holds text that cannot be stored (NUL or half a character)')
  return metadata
}

function object(name: string, value: unknown): Record<string, unknown> | undefined {
  if (value === undefined) return undefined
  let parsed: unknown = value
  if (typeof value === 'string') {
    try {
      parsed = parseJson(value)
    } catch {
      throw new BadRow(`${name} is not valid JSON`)
    }
  }
  if (parsed === null) return undefined
  if (!isPlainObject(parsed)) throw new BadRow(`${name} must be a JSON object`)
  return parsed
}

function moment(name: string, value: unknown, now: Millis): Millis | undefined {
  if (value === undefined) return undefined
  const at = parseTimestamp(value)
  if (at === null) throw new BadRow(`${name} must be an ISO 8601 date`)
  if (at > now + SKEW) throw new BadRow(`${name} is in the future`)
  return at
}

function whole(name: string, value: unknown, from: number, to: number): number | undefined {
  if (value === undefined) return undefined
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  if (typeof number === 'number' && Number.isInteger(number) && number >= from && number <= to) return number
  throw new BadRow(`${name} must be a whole number from ${from} to ${to}`)
}

function flag(name: string, value: unknown): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value.toLowerCase() : null
  if (text === 'true' || text === '1') return true
  if (text === 'false' || text === '0') return false
  throw new BadRow(`${name} must be true or false`)
}

function oneOf<T extends string>(name: string, allowed: readonly T[], value: unknown): T | undefined {
  if (value === undefined || (allowed as readonly unknown[]).includes(value)) return value as T | undefined
  throw new BadRow(`${name} must be one of ${allowed.join(', ')}`)
}

function refuse(problems: { message: string }[]) {
  if (problems.length > 0) throw new BadRow(problems.map(({ message }) => message).join('; '))
}
