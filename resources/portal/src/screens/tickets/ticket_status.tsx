import { Pill, type Look } from '../../../../console/src/ui/pill'
import type { Ticket } from '../../api/types'

/** The states of a ticket from the end user's view: who must act next. */
export const TICKET_STATES: Record<Ticket['status'], Look> = {
  open: ['Waiting for support', 'accent', 'hourglass'],
  waiting: ['Answered', 'ok', 'message'],
  resolved: ['Resolved', '', 'checkCircle'],
  closed: ['Closed', '', 'ban'],
}

export function TicketStatus({ of }: { of: Ticket['status'] }) {
  return <Pill of={TICKET_STATES[of]} />
}
