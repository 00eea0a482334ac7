import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useMe } from '../../api/me'
import { listTickets } from '../../api/tickets'
import { usePages } from '../../api/use_pages'
import { Button } from '../../ui/button'
import { Pick, SearchField } from '../../ui/filter_fields'
import { Empty, Loaded } from '../../ui/states'
import { Status, statusName } from '../../ui/status'
import { Table } from '../../ui/table'
import { Time } from '../../ui/time'
import { priorityName, TICKET_STATUSES } from './names'
import { useMembers } from './use_members'

const route = getRouteApi('/inside/$org/tickets')

/** Lists the tickets of an org. */
export function Tickets() {
  const { org: orgId } = route.useParams()
  const search = route.useSearch()
  const { user } = useMe()
  const { choices, nameOf } = useMembers(orgId)
  const navigate = useNavigate()
  const filter = {
    status: TICKET_STATUSES.find((one) => one === search.status),
    assigneeId: search.assignee,
    endUserId: search.person,
    search: search.search,
  }
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const list = usePages(['tickets', orgId, filter], (query, signal) =>
    listTickets({ path: { orgId }, query: { ...query, ...filter }, signal })
  )
  const change = (part: typeof search, replace = false) =>
    void navigate({ to: '/$org/tickets', params: { org: orgId }, search: { ...search, ...part }, replace })
  return (
    <div className="page">
      <div className="page-head">
        <h1>Tickets</h1>
      </div>
      <div className="filters" role="search">
        <SearchField
          label="Subject or number"
          placeholder="Subject or number"
          maxLength={200}
          value={search.search ?? ''}
          change={(text) => change({ search: text || undefined }, true)}
        />
        <Pick
          label="Status"
          value={search.status}
          none="Any status"
          options={TICKET_STATUSES.map((one) => [one, statusName(one)] as const)}
          change={(status) => change({ status })}
        />
        <Pick
          label="Assigned to"
          value={search.assignee}
          none="Anyone"
          options={choices.map(([id, name]) => [id, id === user.id ? 'Me' : name] as const)}
          change={(assignee) => change({ assignee })}
        />
        {isFiltered && (
          <Button
            look="plain"
            icon="x"
            onClick={() =>
              change({ status: undefined, assignee: undefined, person: undefined, search: undefined })
            }
          >
            Clear filters
          </Button>
        )}
      </div>
      <Loaded query={list}>
        {({ pages }) => {
          const tickets = pages.flatMap((page) => page.tickets)
          if (tickets.length === 0)
            return isFiltered ? (
              <Empty title="No tickets match" />
            ) : (
              <Empty title="No tickets yet">
                End users open tickets in the portal, if its settings allow it.
              </Empty>
            )
          return (
            <Table
              label="Tickets"
              list={list}
              heads={['Number', 'Subject', 'Status', 'Priority', 'Assigned to', 'Last message']}
              rows={tickets.map((ticket) => ({
                id: ticket.id,
                cells: [
                  <span key="n" className="quiet">
                    {ticket.number}
                  </span>,
                  <Link key="s" to="/$org/tickets/$id" params={{ org: orgId, id: ticket.id }}>
                    {ticket.subject}
                  </Link>,
                  <Status key="t" of={ticket.status} />,
                  <span key="p" className={ticket.priority === 'urgent' ? 'pill bad only-text' : 'quiet'}>
                    {priorityName(ticket.priority)}
                  </span>,
                  ticket.assigneeId ? nameOf(ticket.assigneeId) : '',
                  <span key="l" className="quiet">
                    {ticket.lastAuthor === 'endUser' ? 'End user, ' : 'Team, '}
                    <Time at={ticket.lastMessageAt} />
                  </span>,
                ],
              }))}
            />
          )
        }}
      </Loaded>
    </div>
  )
}
