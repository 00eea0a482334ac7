import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { listMembers } from '../../api/team'
import { Button } from '../../ui/button'
import { startOfDay } from '../../ui/days'
import { Day, Pick } from '../../ui/filter_fields'

/** The filter as query parameters of the page. */
export type AuditSearch = { action?: string; actor?: string; since?: string; until?: string }

/** Builds the filter for the service. Days are those of the zone in which the console shows times. */
export const auditQuery = ({ action, actor, since, until }: AuditSearch, zone: 'local' | 'utc') => ({
  ...{ action, actor },
  from: startOfDay(since, zone),
  to: startOfDay(until, zone, 1),
})

const MOST_MEMBERS = 200

type Props = { orgId: string; search: AuditSearch; change: (part: AuditSearch) => void }

export function AuditFilters({ orgId, search, change }: Props) {
  const { action = '' } = search
  const [text, setText] = useState(action)
  const [known, setKnown] = useState(action)
  if (action !== known) {
    setKnown(action)
    setText(action)
  }
  const { data } = useQuery({
    queryKey: ['members', orgId, 'to choose from'],
    queryFn: ({ signal }) => listMembers({ path: { orgId }, query: { limit: MOST_MEMBERS }, signal }),
    staleTime: 60_000,
  })
  const members = (data?.members ?? []).map(({ userId, email }) => [userId, email] as const)
  // A former member or an API key, which the user selected from an entry of the log.
  const isOther = search.actor !== undefined && members.every(([id]) => id !== search.actor)
  return (
    <form
      className="filters"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        change({ action: text.trim() || undefined })
      }}
    >
      <input
        className="input"
        name="action"
        aria-label="Action"
        placeholder="Action, such as product.updated"
        value={text}
        onChange={(event) => setText(event.target.value)}
        size={32}
      />
      <Pick
        label="Actor"
        none="Any actor"
        value={search.actor}
        options={isOther ? [[search.actor!, 'Selected actor'], ...members] : members}
        change={(actor) => change({ actor })}
      />
      <Day label="From" value={search.since} change={(since) => change({ since })} />
      <Day label="to" name="To" value={search.until} change={(until) => change({ until })} />
      {Object.values(search).some(Boolean) && (
        <Button
          look="plain"
          onClick={() => change({ action: undefined, actor: undefined, since: undefined, until: undefined })}
        >
          Clear filters
        </Button>
      )}
    </form>
  )
}
