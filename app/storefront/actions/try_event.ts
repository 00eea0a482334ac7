import { inject } from '@adonisjs/core'
import { firstRow, rows } from '#kernel/database/sql'
import { apart, transaction } from '#kernel/database/unit_of_work'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import Queues from '#kernel/queues/queues'
import Refusal from '#kernel/refusals/refusal'
import { noSuch } from '#kernel/refusals/refusals'
import type { Millis } from '#kernel/time/millis'
import FindProcessors from '#storefront/queries/find_processors'
import { ignored, type EventResult } from '#storefront/rules/event_result'
import type { NormalType } from '#storefront/rules/normal_event'
import type { Loose } from '#storefront/rules/providers/reading'
import { readEvent } from '#storefront/rules/read_event'
import { applyEvent } from './apply_event.js'

/** The result of a dry run of an event. */
export type TriedEvent = {
  type: string
  meaning: NormalType | null
  state: 'done' | 'ignored'
  result: string
}

/** Runs an event without effect, and replays stored events (contract/10-storefront#106-processor-events). */
@inject()
export default class TryEvent {
  constructor(
    protected processors: FindProcessors,
    protected queues: Queues
  ) {}

  /**
   * Returns what an event would do, and undoes its changes.
   * @throws Refusal NOT_FOUND; those of the effects of the event.
   */
  async execute(scope: Scope, id: string, event: Loose, now: Millis = Date.now()): Promise<TriedEvent> {
    const { provider, orgId } = await this.processors.byId(scope, id)
    const { type, normal } = readEvent(provider, event)
    const would = normal
      ? await undone(() =>
          apart((trx) =>
            applyEvent(trx, { id, orgId, provider }, normal, () => now, null).then((it) => takeBack(it))
          )
        )
      : ignored(`The service does nothing for ${type}`)
    return { type, meaning: normal?.type ?? null, state: would.state, result: would.result }
  }

  /** Queues a stored event again. @throws Refusal NOT_FOUND; CONFLICT for an event that is done or still queued. */
  async replay(
    scope: Scope,
    id: string,
    eventId: string,
    origin: Origin,
    now: Millis = Date.now()
  ): Promise<string> {
    const { orgId } = scope
    await this.processors.byId(scope, id)
    return transaction(async (trx) => {
      const sql = `select state from processor_events where processor_id = ? and id = ? for no key update`
      const event = await firstRow<{ state: string }>(trx, sql, [id, eventId])
      if (!event) throw noSuch('processor event')
      if (event.state !== 'ignored' && event.state !== 'failed') {
        throw new Refusal('CONFLICT', {
          message: `The event is ${event.state}: only ignored and failed events can be replayed`,
        })
      }
      await rows(
        trx,
        `update processor_events set state = 'queued', tries = 0, result = null, done_at = null, due_at = ? where id = ?`,
        [new Date(now), eventId]
      )
      await recordAudit(trx, origin, { orgId, action: 'processor_event.replayed', subject: eventId }, now)
      trx.after('commit', () =>
        this.queues.dispatch('processor.events', { eventId }, { once: 'processor.events' })
      )
      return eventId
    })
  }
}

/** Carries a result out of a transaction that is rolled back. */
class TakenBack extends Error {
  constructor(readonly would: EventResult) {
    super('taken back')
  }
}

function takeBack(would: EventResult): never {
  throw new TakenBack(would)
}

async function undone(work: () => Promise<never>): Promise<EventResult> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof TakenBack) return error.would
    throw error
  }
}
