import type { AuthorizeFacts } from '#runtime/rules/authorize'
import type { Millis } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'
import { rememberedPolicy } from './remembered_policy.js'
import type { Policy } from '#catalog/rules/policy'
import { authorizeConnection, type AuthorizeClient } from '#kernel/database/authorize_store'
import { databaseNow, noteDatabaseTime } from '#kernel/database/database_time'
import MicroBatch, { eachSettled } from '#kernel/batching/micro_batch'
import { regionOf } from '#runtime/store/regions'
import { readFactRows, type FactRow, type Question } from './fact_rows.js'

/** The facts that decide a call, with the database row that they come from. */
export type Known = {
  question: Question
  row: FactRow | null
  facts: AuthorizeFacts
  /** The moment of these facts, by the database's clock; the decision is made for this moment. */
  now: Millis
}

/**
 * Calls that arrive together share one statement, because the fixed cost of a statement equals the cost of about ten
 * lookups. Calls that arrive during a statement wait for the next one. The size of a statement is limited to about half
 * of a crowd of calls, because otherwise this process would be idle while Postgres works. If a license cannot be read,
 * only the calls for this license fail.
 */
const lookups = new MicroBatch(
  (questions: Question[]) => eachSettled(questions, (some) => knownOf(authorizeConnection(), some)),
  { size: 32, lanes: 1, patience: 20 }
)

/**
 * Reads the current facts of a call.
 * @throws the error of Postgres, within a second.
 */
export function loadFacts(question: Question): Promise<Known> {
  return lookups.add(question)
}

/**
 * Reads the facts of several calls: at `now`, inside the transaction that has locked their licenses, or, if `now` is
 * null, at the current time of the database's clock.
 */
export async function knownOf(
  client: AuthorizeClient,
  questions: Question[],
  now: Millis | null = null
): Promise<Known[]> {
  const sent = performance.now()
  const told = await readFactRows(client, questions, now)
  if (now === null && told.length > 0) noteDatabaseTime(told[0].now, sent)
  const found = new Map(told.map((row) => [row.n, row]))
  return questions.map((question, at) => toKnown(question, found.get(at + 1) ?? null))
}

function toKnown(question: Question, row: FactRow | null): Known {
  const { productId, hwid, ip } = question
  const policy = rememberedPolicy(row?.policy ?? null, row?.tierPolicy ?? null, row?.override ?? null)
  return {
    question,
    row,
    now: row?.now ?? databaseNow(),
    facts: {
      call: { productId, hwid, ip, region: row && needsRegion(policy) ? regionOf(ip) : null },
      license: row && toState(question, row),
      orgSuspended: row?.orgSuspended ?? false,
      policy,
      blacklisted: { hwid: !!row?.hwidEntry, ip: !!row?.ipEntry },
      hwids: { bound: row?.hwidSeen != null, count: row?.hwids ?? 0 },
      ips: (row?.ips ?? []).map(([value, region, lastSeenAt]) => ({ value, region, lastSeenAt })),
      sessions: { own: ownSession(row), live: row?.live ?? 0 },
    },
  }
}

/** Every mode that binds addresses stores their region. */
function needsRegion(policy: Policy): boolean {
  return policy.ipMode !== 'none'
}

function ownSession(row: FactRow | null) {
  if (!row?.sessionId) return null
  return { id: row.sessionId, expiresAt: row.sessionExpiresAt }
}

function toState({ orgId, licenseKey }: Question, row: FactRow): LicenseState {
  return {
    id: row.id,
    orgId,
    productId: row.productId,
    key: licenseKey,
    tierId: row.tierId,
    status: row.status,
    expirationMode: row.expirationMode,
    expiresAt: row.expiresAt,
    expiresAfterDays: row.expiresAfterDays,
    activatedAt: row.activatedAt,
    frozenAt: row.frozenAt,
    suspendedAt: row.suspendedAt,
    pausedSince: row.pausedSince,
    pausedMs: row.pausedMs,
    revision: row.revision,
  }
}
