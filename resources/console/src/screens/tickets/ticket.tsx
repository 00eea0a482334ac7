import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useOrg } from '../../api/me'
import { closeTicket, readTicket } from '../../api/tickets'
import type { Ticket } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { Loaded } from '../../ui/states'
import { Status } from '../../ui/status'
import { Reply } from './reply'
import { Thread } from './thread'
import { TicketFacts } from './ticket_facts'

const route = getRouteApi('/inside/$org/tickets/$id')

/** The page of one ticket: its messages and its state. */
export function TicketPage() {
  const { org: orgId, id } = route.useParams()
  const query = useQuery({
    queryKey: ['ticket', id],
    queryFn: ({ signal }) => readTicket({ path: { ticketId: id }, signal }),
  })
  return (
    <div className="page">
      <Link to="/$org/tickets" params={{ org: orgId }} search={{}} className="small">
        Tickets
      </Link>
      <Loaded query={query}>{({ ticket }) => <Whole key={id} orgId={orgId} ticket={ticket} />}</Loaded>
    </div>
  )
}

function Whole({ orgId, ticket }: { orgId: string; ticket: Ticket }) {
  const { may } = useOrg(orgId)
  const [closing, setClosing] = useState(false)
  const queryClient = useQueryClient()
  const isOpen = ticket.status !== 'closed'
  const mayChange = may('MEMBER') && isOpen
  const closed = useWrite((ticketId: string, key) => closeTicket({ path: { ticketId }, key }), {
    done: (answer) => {
      setClosing(false)
      queryClient.setQueryData(['ticket', ticket.id], answer)
      void queryClient.invalidateQueries({ queryKey: ['tickets', orgId] })
    },
  })
  return (
    <>
      <div className="page-head">
        <h1>
          {ticket.subject} <small className="numbers">{ticket.number}</small>
        </h1>
        <Status of={ticket.status} />
        {mayChange && <Button onClick={() => setClosing(true)}>Close</Button>}
      </div>
      <div className="thread-page">
        <div className="form">
          <Thread ticketId={ticket.id} />
          <Reply orgId={orgId} ticket={ticket} mayReply={mayChange} />
          {!isOpen && <p className="notice">This ticket is closed and accepts no more messages.</p>}
        </div>
        <TicketFacts orgId={orgId} ticket={ticket} mayChange={mayChange} />
      </div>
      {closing && (
        <Confirm
          title="Close the ticket"
          about="A closed ticket cannot be reopened and accepts no more messages. To allow a reply, set it to resolved instead."
          label="Close"
          sent={closed}
          onClose={() => setClosing(false)}
          go={() => closed.write(ticket.id)}
        />
      )}
    </>
  )
}
