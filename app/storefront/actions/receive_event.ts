import { hash } from 'node:crypto'
import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { changedRows, firstRow, rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { countAttempt } from '#kernel/limits/attempt_limits'
import Queues from '#kernel/queues/queues'
import Refusal from '#kernel/refusals/refusal'
import { noSuch, orgSuspended } from '#kernel/refusals/refusals'
import { newId } from '#kernel/secrets/ids'
import { openSecret, sealSecret } from '#kernel/secrets/secrets'
import type { Millis } from '#kernel/time/millis'
import { ownTurn } from '#kernel/time/own_turn'
import {
  afterBadSignature,
  afterGoodSignature,
  type ProcessorHealth,
  type ProcessorState,
  type Provider,
} from '#storefront/rules/processor'
import type { Loose } from '#storefront/rules/providers/reading'
import { readEvent } from '#storefront/rules/read_event'
import { VALID_SECRETS } from '#storefront/store/former_secrets'
import { verifyEvent, type HeaderOf } from '#storefront/store/verify_event'

type Row = {
  id: string
  orgId: string
  provider: Provider
  state: ProcessorState
  badSignatures: number
  /** The sealed secrets with which its events may be signed: the current one, and those that were just replaced. */
  secrets: string[]
  orgSuspended: boolean
}

/**
 * A received event: its headers and bytes. Call `read` to parse the bytes, but only after the signature is verified.
 */
export type Inbound = { header: HeaderOf; raw: Buffer; read: () => Loose }

/**
 * Stores an event of a processor (contract/10-storefront#106-processor-events). It returns only after the row is
 * committed, because the processor sends the event again until it gets a success response.
 */
@inject()
export default class ReceiveEvent {
  constructor(protected queues: Queues) {}

  /**
   * Finds a processor that accepts events.
   * @throws Refusal NOT_FOUND; FORBIDDEN if it is paused or its org is suspended.
   */
  async find(id: string, now: Millis = Date.now()): Promise<Row> {
    const found = await firstRow<Row>(
      db.connection(),
      `select p.id, p.org_id as "orgId", p.provider, p.state, p.bad_signatures as "badSignatures",
         ${VALID_SECRETS} as secrets,
         exists (select 1 from orgs o where o.id = p.org_id and o.suspended_at is not null) as "orgSuspended"
       from processors p where p.id = ?`,
      [new Date(now), id]
    )
    if (!found) throw noSuch('processor')
    if (found.orgSuspended) throw orgSuspended()
    if (found.state !== 'paused') return found
    throw new Refusal('FORBIDDEN', { message: 'The processor is paused' })
  }

  /**
   * @throws Refusal SIGNATURE_REQUIRED, INVALID_SIGNATURE, SIGNATURE_EXPIRED; RATE_LIMITED; BAD_REQUEST if the body is
   *   not JSON.
   */
  async execute(
    processor: Row,
    { header, raw, read }: Inbound,
    now: Millis = Date.now()
  ): Promise<{ duplicate: boolean }> {
    const { id: processorId, orgId, provider } = processor
    const secrets = processor.secrets.map((sealed) => openSecret(sealed, `processors.secret:${processorId}`))
    const verdict = verifyEvent(provider, header, raw, secrets, now)
    if (verdict === 'missing')
      throw new Refusal('SIGNATURE_REQUIRED', { message: 'The signature is missing' })
    if (verdict === 'wrong') {
      await noteBad(processorId)
      throw new Refusal('INVALID_SIGNATURE', {
        message:
          secrets.length > 0
            ? 'The signature does not match the secret'
            : 'The processor has no secret: an ADMIN of the org must enter it again',
      })
    }
    if (verdict === 'old') throw new Refusal('SIGNATURE_EXPIRED')
    await countAttempt('processorEvents', processorId)
    const event = readEvent(provider, read())
    // Parsing up to 1 MiB and sealing it each block the event loop, so let other requests run in between.
    await ownTurn()
    const id = newId()
    const written = await changedRows(
      db.connection(),
      `insert into processor_events
         (id, processor_id, org_id, provider_event_id, type, body, state, received_at, due_at)
       values (?, ?, ?, ?, ?, ?, 'queued', ?, ?) on conflict on constraint processor_events_once do nothing`,
      [
        ...[id, processorId, orgId, event.id ?? signedId(provider, header) ?? hash('sha256', raw, 'hex')],
        ...[event.type, sealSecret(raw.toString(), `processor_events.body:${id}`)],
        ...[new Date(now), new Date(now)],
      ]
    )
    await noteGood(processor)
    if (written === 0) return { duplicate: true }
    await this.queues.dispatch('processor.events', { eventId: id }, { once: 'processor.events' })
    return { duplicate: false }
  }
}

/** The event id that the signature covers. An unsigned id would allow a replay of the event under another id. */
function signedId(provider: Provider, header: HeaderOf): string | null {
  if (provider !== 'polar' && provider !== 'standard') return null
  return header('webhook-id')?.slice(0, 500) ?? null
}

/** Writes the state after a good signature, if it has changed. Good events in a row therefore write nothing. */
async function noteGood({ id, state, badSignatures }: Row) {
  const next = afterGoodSignature({ state, badSignatures })
  if (next.state === state && badSignatures === 0) return
  const sql = `update processors set bad_signatures = 0, state = ? where id = ? and state = ?`
  await rows(db.connection(), sql, [next.state, id, state])
}

/** Counts a wrong signature. The row is locked, because wrong signatures that arrive together are counted one by one. */
async function noteBad(id: string) {
  await transaction(async (trx) => {
    const sql = `select state, bad_signatures as "badSignatures" from processors where id = ? for no key update`
    const had = await firstRow<ProcessorHealth>(trx, sql, [id])
    if (!had || had.state === 'paused') return
    const { state, badSignatures } = afterBadSignature(had)
    const write = `update processors set state = ?, bad_signatures = ? where id = ?`
    await rows(trx, write, [state, badSignatures, id])
  })
}
