import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readEndUser } from '../../api/end_users'
import { randomKey } from '../../api/random'
import type { Refusal } from '../../api/refusal'
import { changeTicket, readTicket } from '../../api/tickets'
import type { Ticket, TicketsUpdateData } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Choice, Field } from '../../ui/field'
import { Time } from '../../ui/time'
import { toastRefusal } from '../../ui/toasts'
import { useChosen } from '../../ui/use_chosen'
import { personName } from '../end_users/person'
import { PRIORITIES } from './names'
import { changedTags, tagsIn } from './tags'
import { useMembers } from './use_members'

type Change = NonNullable<TicketsUpdateData['body']>
const SETTABLE = [
  ['open', 'Open'],
  ['waiting', 'Waiting for end user'],
  ['resolved', 'Resolved'],
] as const

/** Shows the end user, the assignee and the priority of a ticket. A change takes effect at once. */
export function TicketFacts({
  orgId,
  ticket,
  mayChange,
}: {
  orgId: string
  ticket: Ticket
  mayChange: boolean
}) {
  const { choices, nameOf } = useMembers(orgId)
  const { assigneeId } = ticket
  // A closed ticket keeps its assignee, who may have left the team.
  const isOther = assigneeId !== null && choices.every(([id]) => id !== assigneeId)
  const others = isOther ? [[assigneeId, nameOf(assigneeId)] as const] : []
  const queryClient = useQueryClient()
  const { endUserId } = ticket
  const { data } = useQuery({
    queryKey: ['end user', endUserId],
    queryFn: ({ signal }) => readEndUser({ path: { orgId, endUserId }, signal }),
  })
  const path = { ticketId: ticket.id }
  const options = {
    done: (answer: { ticket: Ticket }) => {
      queryClient.setQueryData(['ticket', ticket.id], answer)
      void queryClient.invalidateQueries({ queryKey: ['tickets', orgId] })
    },
    // Tags that are refused are explained at their field.
    failed: (refusal: Refusal) => !refusal.fields.tags && toastRefusal(refusal),
    inTurn: ticket.id,
  }
  const changed = useWrite((body: Change, key) => changeTicket({ path, body, key }), options)
  // A change replaces all tags, and somebody else may have changed them since this page read them.
  const tagged = useWrite(async ({ seen, wanted }: { seen: string[]; wanted: string[] }) => {
    const now = await readTicket({ path })
    // Not the key of the write: what it sends may differ at the next try.
    const body = { tags: changedTags(now.ticket.tags, seen, wanted) }
    return changeTicket({ path, body, key: randomKey() })
  }, options)
  const status = useChosen(ticket.status, (to) => changed.writeOut({ status: to as Change['status'] }))
  const assignee = useChosen(assigneeId ?? '', (id) => changed.writeOut({ assigneeId: id || null }))
  const priority = useChosen(ticket.priority, (to) =>
    changed.writeOut({ priority: to as Change['priority'] })
  )
  return (
    <aside className="panel" aria-label="About this ticket">
      <fieldset className="form" disabled={!mayChange}>
        {ticket.status !== 'closed' && <Choice label="Status" options={SETTABLE} {...status} />}
        <Choice label="Assigned to" options={[['', 'Unassigned'], ...others, ...choices]} {...assignee} />
        <Choice label="Priority" options={PRIORITIES} {...priority} />
        <Field
          key={ticket.tags.join()}
          label="Tags"
          hint="Separate with commas."
          problem={tagged.refusal?.fields.tags}
          defaultValue={ticket.tags.join(', ')}
          onBlur={(event) => {
            const [seen, wanted] = [ticket.tags, tagsIn(event.target.value)]
            if (wanted.join() !== seen.join()) tagged.write({ seen, wanted })
          }}
        />
      </fieldset>
      <dl className="facts">
        <dt>From</dt>
        <dd>
          <Link to="/$org/end-users/$id" params={{ org: orgId, id: endUserId }}>
            {data ? personName(data.endUser) : 'End user'}
          </Link>
        </dd>
        {ticket.licenseId && (
          <>
            <dt>License</dt>
            <dd>
              <Link to="/$org/licenses/$id" params={{ org: orgId, id: ticket.licenseId }} search={{}}>
                The license
              </Link>
            </dd>
          </>
        )}
        {ticket.followsTicketId && (
          <>
            <dt>Follow-up to</dt>
            <dd>
              <Link to="/$org/tickets/$id" params={{ org: orgId, id: ticket.followsTicketId }}>
                An earlier ticket
              </Link>
            </dd>
          </>
        )}
        <dt>Opened</dt>
        <dd>
          <Time at={ticket.createdAt} />
        </dd>
        {ticket.closedAt && (
          <>
            <dt>Closed</dt>
            <dd>
              <Time at={ticket.closedAt} />
            </dd>
          </>
        )}
      </dl>
    </aside>
  )
}
