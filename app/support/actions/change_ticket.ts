import { inject } from '@adonisjs/core'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { assigned, rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'
import type { Millis } from '#kernel/time/millis'
import { holdMember } from '#orgs/queries/list_members'
import FindTicket, { type Ticket } from '#support/queries/find_ticket'
import type { Priority } from '#support/rules/ticket'
import type { SettableStatus } from '#support/rules/ticket_states'
import { lockTicket, setStatus } from '#support/store/lock_ticket'

/** The fields of a ticket that the merchant changes. Fields that are left out stay as they are. */
export type TicketPatch = {
  status?: SettableStatus
  priority?: Priority
  /** Null removes the assignee. */
  assigneeId?: string | null
  tags?: string[]
}

/**
 * Changes a ticket for the merchant (contract/11-tickets).
 * @throws Refusal NOT_FOUND; CLOSED; USER_NOT_FOUND if the assignee is not a member of the org.
 */
@inject()
export default class ChangeTicket {
  constructor(protected findTicket: FindTicket) {}

  async execute(
    scope: Scope,
    id: string,
    { status, ...patch }: TicketPatch,
    origin: Origin,
    now: Millis = Date.now()
  ): Promise<Ticket> {
    return transaction(async (trx) => {
      const { assigneeId } = patch
      const assignable = !assigneeId || (await holdMember(trx, scope.orgId, assigneeId))
      const ticket = await lockTicket(trx, scope, id)
      if (!assignable) throw notAssignable()
      const moved = status !== undefined && (await setStatus(trx, ticket, status, now))
      const { sql, values } = assigned({
        priority: patch.priority,
        assignee_id: patch.assigneeId,
        tags: patch.tags && [...new Set(patch.tags)],
      })
      if (sql)
        await rows(trx, `update tickets set ${sql} where org_id = ? and id = ?`, [...values, scope.orgId, id])
      const fields = Object.keys({ ...patch, ...(moved && { status }) })
      const entry = { orgId: scope.orgId, action: 'ticket.updated', subject: id, data: { fields } }
      if (fields.length > 0) await recordAudit(trx, origin, entry, now)
      return this.findTicket.byId(scope, id, trx)
    })
  }
}

const notAssignable = () =>
  new Refusal('USER_NOT_FOUND', { message: 'The assignee is not a member of this org' })
