import { Icon, type IconName } from '../../../../console/src/ui/icons'
import type { Ticket } from '../../api/types'

/** States as the end user sees them: whose turn it is. */
export const TICKET_STATES: Record<Ticket['status'], [label: string, look: string, icon: IconName]> = {
  open: ['With us', 'accent', 'hourglass'],
  waiting: ['Answered', 'ok', 'message'],
  resolved: ['Resolved', '', 'checkCircle'],
  closed: ['Closed', '', 'ban'],
}

export function TicketStatus({ of }: { of: Ticket['status'] }) {
  const [label, look, icon] = TICKET_STATES[of]
  return (
    <span className={`pill ${look}`}>
      <Icon name={icon} />
      {label}
    </span>
  )
}
