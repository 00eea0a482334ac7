import type { Millis } from '#kernel/time/millis'

export const TICKET_STATUSES = ['open', 'waiting', 'resolved', 'closed'] as const
export type TicketStatus = (typeof TICKET_STATUSES)[number]

/**
 * The moves of a ticket: the end user writes or reopens it; the merchant answers, resolves or takes it (back to open);
 * the job ages it after a time without a move; either side closes it.
 */
export type TicketMove = 'write' | 'answer' | 'resolve' | 'reopen' | 'take' | 'age' | 'close'

/**
 * The status that each move leads to. A move without an entry is not possible from that status (contract/11-tickets).
 * Closed is final. docs/states.md draws the table, and a test compares the two.
 */
export const TICKET_MOVES: Record<TicketMove, Partial<Record<TicketStatus, TicketStatus>>> = {
  write: { open: 'open', waiting: 'open', resolved: 'open' },
  answer: { open: 'waiting', waiting: 'waiting', resolved: 'waiting' },
  resolve: { open: 'resolved', waiting: 'resolved', resolved: 'resolved' },
  reopen: { resolved: 'open' },
  take: { open: 'open', waiting: 'open', resolved: 'open' },
  age: { waiting: 'resolved', resolved: 'closed' },
  close: { open: 'closed', waiting: 'closed', resolved: 'closed' },
}

/** The statuses that the merchant can set directly. */
export const SETTABLE_STATUSES = ['open', 'waiting', 'resolved'] as const
export type SettableStatus = (typeof SETTABLE_STATUSES)[number]

/** Returns the move that sets a status for the merchant. */
export function moveTo(status: SettableStatus): TicketMove {
  return ({ open: 'take', waiting: 'answer', resolved: 'resolve' } as const)[status]
}

const DAY_MS = 24 * 3600 * 1000

/** How long a ticket stays in a status without a move before the job moves it on. Milliseconds. */
export const AGES: Partial<Record<TicketStatus, number>> = { waiting: 14 * DAY_MS, resolved: 7 * DAY_MS }

/** The state of a ticket, with the timestamps that follow from it. */
export type TicketState = {
  status: TicketStatus
  resolvedAt: Millis | null
  closedAt: Millis | null
  /** When the job moves the ticket on; null is never. */
  dueAt: Millis | null
}

/** A ticket that was just opened. @internal */
export const OPENED: TicketState = { status: 'open', resolvedAt: null, closedAt: null, dueAt: null }

/** A ticket after a move, or why the move is not possible. */
export type Moved =
  { outcome: 'moved'; state: TicketState } | { outcome: 'refused'; reason: 'closed' | 'impossible' }

/**
 * Moves a ticket. Each move restarts the time in a status, even if the status stays the same: another answer gives the
 * end user another 14 days.
 */
export function moveTicket(from: TicketState, move: TicketMove, now: Millis): Moved {
  if (from.status === 'closed') return { outcome: 'refused', reason: 'closed' }
  const status = TICKET_MOVES[move][from.status]
  if (!status) return { outcome: 'refused', reason: 'impossible' }
  const age = AGES[status]
  const resolvedAt =
    status === 'resolved' || status === 'closed'
      ? (from.resolvedAt ?? (status === 'resolved' ? now : null))
      : null
  const closedAt = status === 'closed' ? now : null
  return { outcome: 'moved', state: { status, resolvedAt, closedAt, dueAt: age ? now + age : null } }
}
