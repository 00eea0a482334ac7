import { getRouteApi, Link } from '@tanstack/react-router'
import { listTickets } from '../../api/tickets'
import type { Ticket } from '../../api/types'
import { usePages } from '../../../../console/src/api/use_pages'
import { MorePages } from '../../../../console/src/ui/more_pages'
import { Empty, Loaded } from '../../../../console/src/ui/states'
import { Time } from '../../../../console/src/ui/time'
import { Page } from '../../ui/page'
import { TICKET_STATES, TicketStatus } from './ticket_status'

const route = getRouteApi('/inside/tickets')
const STATUSES = Object.entries(TICKET_STATES) as [
  Ticket['status'],
  (typeof TICKET_STATES)[Ticket['status']],
][]

/** Lists the tickets of the end user. */
export function Tickets() {
  const { status: named } = route.useSearch()
  const [status] = STATUSES.find(([one]) => one === named) ?? []
  const navigate = route.useNavigate()
  const list = usePages(['tickets', status], (query, signal) =>
    listTickets({ query: { ...query, status }, signal })
  )
  return (
    <Page
      title="Help"
      head={
        <Link to="/tickets/new" search={{}} className="button primary">
          New question
        </Link>
      }
    >
      <div className="filters">
        <select
          className="input"
          aria-label="Status"
          value={status ?? ''}
          onChange={({ target }) => void navigate({ search: { status: target.value || undefined } })}
        >
          <option value="">Any status</option>
          {STATUSES.map(([value, [label]]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <Loaded query={list} rows={3}>
        {({ pages }) => (
          <>
            <List tickets={pages.flatMap(({ tickets }) => tickets)} filtered={status !== undefined} />
            <MorePages of={list} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function List({ tickets, filtered }: { tickets: Ticket[]; filtered: boolean }) {
  if (tickets.length === 0)
    return filtered ? (
      <Empty title="No questions with this status" />
    ) : (
      <Empty title="No questions yet">
        <p>Something not working? Ask us: you get the answer by email and here.</p>
      </Empty>
    )
  return (
    <ul className="cards">
      {tickets.map((ticket) => (
        <li key={ticket.id}>
          <Link to="/tickets/$id" params={{ id: ticket.id }} className="card">
            <span className="card-head">
              <b>{ticket.subject}</b>
              <TicketStatus of={ticket.status} />
            </span>
            <span className="small quiet">
              #{ticket.number}, last message <Time at={ticket.lastMessageAt} />
              {ticket.lastAuthor === 'endUser' ? ' by you' : ''}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
