import { useInfiniteQuery } from '@tanstack/react-query'
import { listLicenseEvents } from '../../api/licenses'
import { useMe } from '../../api/me'
import type { LicenseEvent } from '../../api/types'
import { MorePages } from '../../ui/more_pages'
import { Loaded } from '../../ui/states'
import { Time } from '../../ui/time'

const ACTORS: Record<LicenseEvent['actor']['type'], string> = {
  user: 'a team member',
  apiKey: 'an API key',
  endUser: 'the owner',
  system: 'the service',
  operation: 'an operation',
}

/** Returns the display name of an event type, e.g. "Devices reset" for `license.hwid_reset`. */
function eventName(type: string): string {
  const words = type
    .replace(/^license\./, '')
    .replaceAll('_', ' ')
    .replace('hwid', 'devices')
    .replace('ip reset', 'IP addresses reset')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Shows the timeline of a license, newest event first. */
export function Timeline({ id }: { id: string }) {
  const { user } = useMe()
  const list = useInfiniteQuery({
    queryKey: ['license', id, 'events'],
    queryFn: ({ pageParam, signal }) =>
      listLicenseEvents({ path: { id }, query: { cursor: pageParam, limit: 50 }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  return (
    <Loaded query={list}>
      {({ pages }) => (
        <>
          <ol className="timeline">
            {pages
              .flatMap(({ events }) => events)
              .map((event, at) => (
                <li key={at}>
                  <div>
                    {eventName(event.type)}{' '}
                    <span className="quiet">
                      by {event.actor.id === user.id ? 'you' : ACTORS[event.actor.type]}
                    </span>
                    {event.reason && <div className="quiet">“{event.reason}”</div>}
                  </div>
                  <span className="faint">
                    <Time at={event.createdAt} />
                  </span>
                </li>
              ))}
          </ol>
          <MorePages of={list} label="Show earlier" />
        </>
      )}
    </Loaded>
  )
}
