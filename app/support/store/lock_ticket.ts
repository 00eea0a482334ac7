import type { Scope } from '#kernel/audit/scope'
import { firstRow, millis, rows, timestamp } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'
import { noSuch } from '#kernel/refusals/refusals'
import type { Millis } from '#kernel/time/millis'
import type { Priority } from '#support/rules/ticket'
import {
  moveTicket,
  moveTo,
  type SettableStatus,
  type TicketMove,
  type TicketState,
} from '#support/rules/ticket_states'
import { ticketsOf } from './tickets_of.js'

/** The fields of a locked ticket that writes need. */
export type LockedTicket = TicketState & {
  id: string
  orgId: string
  number: number
  endUserId: string
  assigneeId: string | null
  priority: Priority
  tags: string[]
}

/**
 * Checks that an end user may still write, and locks them so that an erasure, a merge or a ban waits until the
 * transaction ends. Lock end users before tickets.
 * @throws Refusal UNAUTHORIZED if the end user was merged or erased; USER_BANNED.
 */
export async function lockWriter(trx: Trx, { orgId, actor }: Scope) {
  const endUser = await firstRow<{ gone: boolean; banned: boolean }>(
    trx,
    `select merged_into is not null or erased_at is not null as gone, banned_at is not null as banned
     from end_users where org_id = ? and id = ? for no key update`,
    [orgId, actor.id]
  )
  if (!endUser || endUser.gone) throw new Refusal('UNAUTHORIZED')
  if (endUser.banned) throw new Refusal('USER_BANNED')
}

/**
 * Locks a ticket that a scope reaches and that is not closed. If the caller is an end user, they are locked first.
 * @throws Refusal NOT_FOUND; CLOSED.
 */
export async function lockTicket(trx: Trx, scope: Scope, id: string): Promise<LockedTicket> {
  if (scope.actor.type === 'endUser') await lockWriter(trx, scope)
  const { sql, values } = ticketsOf(scope)
  const ticket = await firstRow<LockedTicket>(
    trx,
    `select t.id, t.org_id as "orgId", t.number, t.end_user_id as "endUserId", t.assignee_id as "assigneeId",
       t.priority, t.tags, t.status, ${millis('t.resolved_at', 'resolvedAt')}, ${millis('t.closed_at', 'closedAt')},
       ${millis('t.due_at', 'dueAt')}
     from tickets t where ${sql} and t.id = ? for no key update`,
    [...values, id]
  )
  if (!ticket) throw noSuch('ticket')
  if (ticket.status === 'closed') throw new Refusal('CLOSED')
  return ticket
}

/** Moves a locked ticket and returns its new state. @throws Refusal CLOSED; CONFLICT if the move is not possible. */
export async function moveLocked(
  trx: Trx,
  ticket: LockedTicket,
  move: TicketMove,
  now: Millis
): Promise<LockedTicket> {
  const moved = moveTicket(ticket, move, now)
  if (moved.outcome === 'refused') throw refusalOf(moved.reason, ticket)
  const { status, resolvedAt, closedAt, dueAt } = moved.state
  await rows(
    trx,
    `update tickets set status = ?, resolved_at = ?, closed_at = ?, due_at = ? where org_id = ? and id = ?`,
    [status, timestamp(resolvedAt), timestamp(closedAt), timestamp(dueAt), ticket.orgId, ticket.id]
  )
  return { ...ticket, ...moved.state }
}

/**
 * Sets the status of a locked ticket for the merchant; returns false if the ticket has it already. Then its time in the
 * status goes on: a repeated "resolved" must not put off the closing.
 * @throws Refusal CLOSED
 */
export async function setStatus(trx: Trx, ticket: LockedTicket, status: SettableStatus, now: Millis) {
  if (ticket.status === status) return false
  await moveLocked(trx, ticket, moveTo(status), now)
  return true
}

function refusalOf(reason: 'closed' | 'impossible', { status }: LockedTicket) {
  if (reason === 'closed') return new Refusal('CLOSED')
  return new Refusal('CONFLICT', {
    message: `The ticket is ${status}: only a resolved ticket can be reopened`,
  })
}
