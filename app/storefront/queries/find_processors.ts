import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#kernel/audit/scope'
import { orderById, readPage, type Page, type PageRequest } from '#kernel/database/keyset'
import { firstRow, millis, rows, type SqlExecutor } from '#kernel/database/sql'
import { noSuch } from '#kernel/refusals/refusals'
import type { Millis } from '#kernel/time/millis'
import type { ProcessorState, Provider } from '#storefront/rules/processor'

/** A processor of an org (contract/10-storefront#106-processor-events). */
export type Processor = {
  id: string
  orgId: string
  provider: Provider
  name: string
  state: ProcessorState
  createdAt: Millis
}

export const EVENT_STATES = ['queued', 'done', 'ignored', 'failed'] as const
export type EventState = (typeof EVENT_STATES)[number]

/** An event of a processor, without its body. */
export type LedgerEvent = {
  id: string
  providerEventId: string
  type: string
  state: EventState
  tries: number
  /** A text that describes the result. */
  result: string | null
  orderId: string | null
  receivedAt: Millis
  doneAt: Millis | null
}

const COLUMNS = `id, org_id as "orgId", provider, name, state, ${millis('created_at', 'createdAt')}`

/** Reads processors and their events for the merchant. */
export default class FindProcessors {
  all({ orgId }: Scope): Promise<Processor[]> {
    return rows<Processor>(
      db.connection(),
      `select ${COLUMNS} from processors where org_id = ? order by id limit 200`,
      [orgId]
    )
  }

  /** @throws Refusal NOT_FOUND */
  async byId({ orgId }: Scope, id: string, client: SqlExecutor = db.connection()): Promise<Processor> {
    const sql = `select ${COLUMNS} from processors where org_id = ? and id = ?`
    const found = await firstRow<Processor>(client, sql, [orgId, id])
    if (!found) throw noSuch('processor')
    return found
  }

  /** Lists the events of a processor, newest first. @throws Refusal INVALID_CURSOR */
  events(processorId: string, state: EventState | null, page: PageRequest): Promise<Page<LedgerEvent>> {
    return readPage(page, orderById('processor_events'), ([before], count) =>
      rows<LedgerEvent>(
        db.connection(),
        `select id, provider_event_id as "providerEventId", type, state, tries, result, order_id as "orderId",
           ${millis('received_at', 'receivedAt')}, ${millis('done_at', 'doneAt')}
         from processor_events where processor_id = ? and (?::text is null or state = ?)
           and (?::uuid is null or id < ?::uuid) order by id desc limit ?`,
        [processorId, state, state, before, before, count]
      )
    )
  }
}
