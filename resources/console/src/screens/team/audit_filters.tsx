import { useState } from 'react'
import { useAllMembers } from '../../api/use_all_members'
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

type Props = { orgId: string; search: AuditSearch; change: (part: AuditSearch) => void }

export function AuditFilters({ orgId, search, change }: Props) {
  const { action = '' } = search
  const [text, setText] = useState(action)
  const [known, setKnown] = useState(action)
  if (action !== known) {
    setKnown(action)
    setText(action)
  }
  const members = useAllMembers(orgId).members.map(({ userId, email }) => [userId, email] as const)
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
        maxLength={100}
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
