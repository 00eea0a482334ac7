import type { Delivery } from '../../api/types'
import { EVENTS } from '../../generated/event_names'
import { Button } from '../../ui/button'
import { startOfDay } from '../../ui/days'
import { Day, Pick } from '../../ui/filter_fields'
import { statusName } from '../../ui/status'

/** The filter as query parameters of the page. */
type Search = { status?: string; event?: string; since?: string; until?: string }

const STATUSES = ['pending', 'succeeded', 'failed', 'cancelled'] as const satisfies Delivery['status'][]

/** Builds the filter for the service. Days are those of the zone in which the console shows times. */
export function deliveryQuery({ status, event, since, until }: Search, zone: 'local' | 'utc') {
  return {
    status: STATUSES.find((one) => one === status),
    event: EVENTS.find((one) => one === event),
    since: startOfDay(since, zone),
    until: startOfDay(until, zone, 1),
  }
}

export function DeliveryFilters({ search, change }: { search: Search; change: (part: Search) => void }) {
  const isFiltered = Object.values(deliveryQuery(search, 'utc')).some(Boolean)
  return (
    <div className="filters" role="search">
      <Pick
        label="Status"
        value={search.status}
        none="Any status"
        options={STATUSES.map((one) => [one, statusName(one)] as const)}
        change={(status) => change({ status })}
      />
      <Pick
        label="Event"
        value={search.event}
        none="Any event"
        options={EVENTS.map((one) => [one, one] as const)}
        change={(event) => change({ event })}
      />
      <Day label="From" value={search.since} change={(since) => change({ since })} />
      <Day label="to" name="To" value={search.until} change={(until) => change({ until })} />
      {isFiltered && (
        <Button
          look="plain"
          icon="x"
          onClick={() => change({ status: undefined, event: undefined, since: undefined, until: undefined })}
        >
          Clear filters
        </Button>
      )}
    </div>
  )
}
