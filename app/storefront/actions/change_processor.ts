import { inject } from '@adonisjs/core'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { firstRow, rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import Refusal, { invalidField } from '#kernel/refusals/refusal'
import { noSuch } from '#kernel/refusals/refusals'
import { newId } from '#kernel/secrets/ids'
import { openSecret, sealSecret, type Place } from '#kernel/secrets/secrets'
import type { Millis } from '#kernel/time/millis'
import FindProcessors, { type Processor } from '#storefront/queries/find_processors'
import type { ProcessorState, Provider } from '#storefront/rules/processor'
import { keepFormerSecret } from '#storefront/store/former_secrets'
import { isUsableSecret } from '#storefront/store/verify_event'

/** The fields with which a merchant connects a processor. The processor signs its events with the secret. */
export type NewProcessor = { provider: Provider; name: string; secret: string }

export type ProcessorPatch = { name?: string; paused?: boolean; secret?: string }

/** The maximum number of processors of an org. */
const MOST = 20

/** Connects processors to an org, changes and removes them (contract/10-storefront#106-processor-events). */
@inject()
export default class ChangeProcessor {
  constructor(protected find: FindProcessors) {}

  /** @throws Refusal VALIDATION_ERROR; LIMIT_REACHED if the org has the maximum number of processors. */
  async create(
    scope: Scope,
    made: NewProcessor,
    origin: Origin,
    now: Millis = Date.now()
  ): Promise<Processor> {
    const { orgId } = scope
    const { provider, name, secret } = made
    assertUsable(provider, secret)
    const id = newId()
    const at = new Date(now)
    return transaction(async (trx) => {
      await rows(trx, `select id from orgs where id = ? for no key update`, [orgId])
      const sql = `select count(*)::int as count from processors where org_id = ?`
      if ((await firstRow<{ count: number }>(trx, sql, [orgId]))!.count >= MOST) {
        throw new Refusal('LIMIT_REACHED', { message: `An org has at most ${MOST} processors` })
      }
      await rows(
        trx,
        `insert into processors (id, org_id, provider, name, secret, state, created_at, updated_at)
         values (?, ?, ?, ?, ?, 'connected', ?, ?)`,
        [id, orgId, provider, name, sealSecret(secret, `processors.secret:${id}`), at, at]
      )
      await recordAudit(
        trx,
        origin,
        { orgId, action: 'processor.created', subject: id, data: { provider, name } },
        now
      )
      return this.find.byId(scope, id, trx)
    })
  }

  /**
   * A new secret is valid at once. Each replaced one stays valid for 24 hours. To send the current secret again changes
   * none of them.
   * @throws Refusal NOT_FOUND, VALIDATION_ERROR
   */
  async change(
    scope: Scope,
    id: string,
    { name, paused, secret }: ProcessorPatch,
    origin: Origin,
    now: Millis = Date.now()
  ): Promise<Processor> {
    const { orgId } = scope
    return transaction(async (trx) => {
      const had = await locked(trx, orgId, id)
      if (name !== undefined) await rows(trx, `update processors set name = ? where id = ?`, [name, id])
      if (paused !== undefined) await pause(trx, id, had, paused)
      if (secret !== undefined) {
        assertUsable(had.provider, secret)
        await replaceSecret(trx, id, had.secret, secret, now)
      }
      await rows(trx, `update processors set updated_at = ? where id = ?`, [new Date(now), id])
      const fields = Object.entries({ name, paused, secret }).flatMap(([field, value]) =>
        value === undefined ? [] : [field]
      )
      await recordAudit(
        trx,
        origin,
        { orgId, action: 'processor.updated', subject: id, data: { fields } },
        now
      )
      return this.find.byId(scope, id, trx)
    })
  }

  /** Deletes a processor and its events. The orders from its events stay. @throws Refusal NOT_FOUND */
  async remove({ orgId }: Scope, id: string, origin: Origin, now: Millis = Date.now()): Promise<string> {
    return transaction(async (trx) => {
      await locked(trx, orgId, id)
      await rows(trx, `delete from processors where org_id = ? and id = ?`, [orgId, id])
      await recordAudit(trx, origin, { orgId, action: 'processor.deleted', subject: id }, now)
      return id
    })
  }
}

type Locked = { provider: Provider; state: ProcessorState; pausedFrom: ProcessorState | null; secret: string }

/** @throws Refusal VALIDATION_ERROR for a secret that cannot sign anything. */
function assertUsable(provider: Provider, secret: string) {
  if (isUsableSecret(provider, secret)) return
  throw invalidField(
    'secret',
    'secret has no key after whsec_: copy the whole signing secret of the processor'
  )
}

/** @throws Refusal NOT_FOUND, also if the processor was deleted while this waited for its lock. */
async function locked(trx: Trx, orgId: string, id: string): Promise<Locked> {
  const sql = `select provider, state, paused_from as "pausedFrom", secret from processors where org_id = ? and id = ? for update`
  const found = await firstRow<Locked>(trx, sql, [orgId, id])
  if (!found) throw noSuch('processor')
  return found
}

async function replaceSecret(trx: Trx, id: string, sealed: string, secret: string, now: Millis) {
  const place = `processors.secret:${id}` as const
  if (!isSealed(secret, sealed, place)) await keepFormerSecret(trx, id, now)
  const write = `update processors set secret = ?, bad_signatures = 0 where id = ?`
  await rows(trx, write, [sealSecret(secret, place), id])
}

/** Returns whether a sealed value contains this secret. One that cannot be opened, because its key is lost, does not. */
function isSealed(secret: string, sealed: string, place: Place): boolean {
  try {
    return openSecret(sealed, place) === secret
  } catch {
    return false
  }
}

async function pause(trx: Trx, id: string, { state, pausedFrom }: Locked, paused: boolean) {
  if (paused === (state === 'paused')) return
  const next = paused ? 'paused' : (pausedFrom ?? 'connected')
  await rows(trx, `update processors set state = ?, paused_from = ? where id = ?`, [
    next,
    paused ? state : null,
    id,
  ])
}
