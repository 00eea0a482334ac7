import { unstorable } from '#kernel/json/json'
import { isCustomKey } from '#catalog/rules/key'
import { DAY, type Millis } from '#kernel/time/millis'
import { EXPIRATION_MODES, LICENSE_STATUSES, type LicenseStatus } from '#licensing/rules/license'
import { metadataProblems } from '#kernel/json/metadata'
import {
  expiresInThePast,
  MAX_DAYS,
  MAX_RELATIVE_DAYS,
  newTerms,
  type Terms,
  type TermsInput,
} from '#licensing/rules/terms'
import { MAX_HWID_RESETS, policyProblems } from '#catalog/rules/policy'
import { shown } from '#kernel/text/shown'
import { isUuid } from '#kernel/text/uuid'
import {
  BadRow,
  flag,
  moment,
  object,
  oneOf,
  pastMoment,
  refuse,
  whole,
  type DateReader,
} from './import_values.js'

/** What a record of a file says about a license; `undefined` is what it does not mention. */
export type ImportRow = {
  key: string
  productId: string | null
  status?: LicenseStatus
  /** The expiration as the row states it: a license that exists takes it as a PATCH. */
  expiry?: TermsInput
  /** The expiration of a new license; undefined where the row says nothing of it or `notNew` says why not. */
  terms?: Terms
  /** Why no new license can be made of the row, though it may change one; null where one can be made. */
  notNew: string | null
  activatedAt?: Millis
  frozen?: boolean
  frozenAt?: Millis
  suspendedAt?: Millis
  pausedSince?: Millis
  pausedMs?: number
  /** When the license was made, elsewhere; only with a status, which carries a past. */
  createdAt?: Millis
  maxHwidResets?: number
  metadata?: Record<string, unknown>
  /** The metadata comes from `metadata.NAME` columns alone: it goes into what a license has already. */
  mergesMetadata?: boolean
  policyOverride?: Record<string, unknown>
}

/** A hundred years: with any more an expiry would be no date. Milliseconds. */
const MAX_PAUSE = MAX_DAYS * DAY

/**
 * Reads a record by the rules of creating a license (contract#expiration-modes, contract#import). Values are what a
 * JSON file holds, or the texts of a CSV file, where an empty cell says nothing. Returns the row, or what is wrong with
 * it.
 */
export function readImportRow(
  record: Map<string, unknown>,
  now: Millis,
  reader?: DateReader
): ImportRow | string {
  try {
    return read(record, now, reader)
  } catch (error) {
    if (error instanceof BadRow) return error.message
    throw error
  }
}

function read(record: Map<string, unknown>, now: Millis, reader?: DateReader): ImportRow {
  const given = (name: string) => {
    const held = record.get(name)
    const value = typeof held === 'string' ? held.trim() : held
    return value === '' || value === null ? undefined : value
  }
  const past = (name: string) => pastMoment(name, given(name), now, reader)
  const key = given('key')
  if (key === undefined) throw new BadRow('key is missing')
  if (!isCustomKey(key)) {
    throw new BadRow(
      `key ${shown(key)}: it takes 4 to 128 letters, digits, dots, underscores and hyphens, a letter or digit first`
    )
  }
  const productId = given('productId')
  if (productId !== undefined && !isUuid(productId)) {
    throw new BadRow(`productId ${shown(productId)} must be a UUID`)
  }
  const row: ImportRow = { key, productId: productId?.toLowerCase() ?? null, notNew: null }
  row.status = oneOf('status', LICENSE_STATUSES, given('status'))
  row.activatedAt = past('activatedAt')
  row.frozen = flag('frozen', given('frozen'))
  row.frozenAt = past('frozenAt')
  row.suspendedAt = past('suspendedAt')
  row.pausedSince = past('pausedSince')
  row.pausedMs = whole('pausedMs', given('pausedMs'), 0, MAX_PAUSE)
  if (row.status !== undefined) row.createdAt = past('createdAt')
  row.maxHwidResets = whole('maxHwidResets', given('maxHwidResets'), 0, MAX_HWID_RESETS)
  row.metadata = readMetadata(record, given('metadata'))
  row.mergesMetadata = given('metadata') === undefined
  row.policyOverride = object('policyOverride', given('policyOverride'))
  if (row.policyOverride) refuse(policyProblems(row.policyOverride, 'policyOverride'))
  assertConsistent(row)
  return { ...row, ...readExpiry(row, given, now, reader) }
}

/**
 * The most days that expiresAfterDays of a row may say: a row with a status carries a license's past, in which it may
 * have been extended.
 */
export function maxDaysOf({ status }: Pick<ImportRow, 'status'>): number {
  return status === undefined ? MAX_DAYS : MAX_RELATIVE_DAYS
}

/** A row without a status makes a license, so its expiry must lie ahead as at creation. */
function readExpiry(
  row: ImportRow,
  given: (name: string) => unknown,
  now: Millis,
  reader?: DateReader
): Partial<ImportRow> {
  const expirationMode = oneOf('expirationMode', EXPIRATION_MODES, given('expirationMode'))
  const expiresAt = moment('expiresAt', given('expiresAt'), reader)
  const expiresAfterDays = whole('expiresAfterDays', given('expiresAfterDays'), 1, maxDaysOf(row))
  if (expirationMode === undefined && expiresAt === undefined && expiresAfterDays === undefined) return {}
  const expiry = { expirationMode, expiresAt, expiresAfterDays }
  const { terms, problems } = newTerms(expiry, maxDaysOf(row))
  if (problems) return { expiry, notNew: problems.map(({ message }) => message).join('; ') }
  if (row.status === undefined && !row.frozenAt && expiresInThePast(terms, now)) {
    return { expiry, notNew: `expiresAt ${shown(given('expiresAt'))} is in the past` }
  }
  return { expiry, terms }
}

/** EXPIRED with frozenAt is what exports of earlier versions may hold; the import ends that freeze. */
function assertConsistent(row: ImportRow) {
  if (row.frozen && (row.status === 'PENDING' || (row.status === 'EXPIRED' && row.frozenAt === undefined))) {
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
