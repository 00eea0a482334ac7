import { useState } from 'react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { closeTicket, readTicket, reopenTicket } from '../../api/tickets'
import type { Ticket } from '../../api/types'
import { Refusal } from '../../../../console/src/api/refusal'
import { useWrite } from '../../../../console/src/api/writes'
import { Button } from '../../../../console/src/ui/button'
import { Confirm } from '../../ui/confirm'
import { Loaded } from '../../../../console/src/ui/states'
import { toastRefusal } from '../../../../console/src/ui/toasts'
import { Page } from '../../ui/page'
import { licenseQuery } from '../licenses/own_licenses'
import { Answer } from './answer'
import { Thread } from './thread'
import { TicketStatus } from './ticket_status'

const route = getRouteApi('/inside/tickets/$id')

/** The page of one ticket: its messages and the next answer. */
export function TicketPage() {
  const { id } = route.useParams()
  const query = useQuery({
    queryKey: ['ticket', id],
    queryFn: ({ signal }) => readTicket({ path: { ticketId: id }, signal }),
  })
  return (
    <>
      <Link to="/tickets" search={{}} className="small back">
        Help
      </Link>
      <Loaded query={query}>{({ ticket }) => <Whole ticket={ticket} />}</Loaded>
    </>
  )
}

function Whole({ ticket }: { ticket: Ticket }) {
  const { id, subject, number, status, licenseId } = ticket
  const isClosed = status === 'closed'
  return (
    <Page title={subject} head={<Steps ticket={ticket} />}>
      <div className="states">
        <TicketStatus of={status} />
        <span className="small quiet">
          #{number}
          {licenseId && <About licenseId={licenseId} />}
        </span>
      </div>
      <Thread ticketId={id} />
      {isClosed && (
        <p className="notice">
          <span>
            This question is closed.{' '}
            <Link to="/tickets/new" search={{ follows: id }} className="linked">
              Ask a follow-up
            </Link>
            .
          </span>
        </p>
      )}
      <Answer key={id} ticketId={id} closed={isClosed} />
    </Page>
  )
}

/** What a ticket is about. The license may be deleted by now, or belong to somebody else: then there is no page to show. */
function About({ licenseId }: { licenseId: string }) {
  const { error } = useQuery(licenseQuery(licenseId))
  if (error instanceof Refusal && error.status < 500) return <>, about a license that you no longer have</>
  return (
    <>
      , about{' '}
      <Link to="/licenses/$id" params={{ id: licenseId }} className="linked">
        a license
      </Link>
    </>
  )
}

/** The actions of the end user on a ticket, besides writing. */
function Steps({ ticket: { id, status } }: { ticket: Ticket }) {
  const queryClient = useQueryClient()
  const refresh = ({ ticket }: { ticket: Ticket }) => {
    queryClient.setQueryData(['ticket', id], { ticket })
    void queryClient.invalidateQueries({ queryKey: ['tickets'] })
  }
  const [closing, setClosing] = useState(false)
  const close = useWrite((ticketId: string, key) => closeTicket({ path: { ticketId }, key }), {
    done: (answer) => {
      refresh(answer)
      setClosing(false)
    },
  })
  const reopen = useWrite((ticketId: string, key) => reopenTicket({ path: { ticketId }, key }), {
    done: refresh,
    failed: toastRefusal,
  })
  if (status === 'closed') return null
  return (
    <div className="actions">
      {status === 'resolved' && (
        <Button busy={reopen.busy} onClick={() => reopen.write(id)}>
          Reopen
        </Button>
      )}
      <Button onClick={() => setClosing(true)}>Close</Button>
      {closing && (
        <Confirm
          title="Close this question?"
          about="No more messages can be added. You can ask a follow-up later."
          label="Close question"
          sent={close}
          onClose={() => setClosing(false)}
          go={() => close.write(id)}
        />
      )}
    </div>
  )
}
