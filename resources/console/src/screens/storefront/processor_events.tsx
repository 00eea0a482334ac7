import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listProcessorEvents, replayProcessorEvent } from '../../api/processors'
import type { ProcessorEvent } from '../../api/types'
import { usePages } from '../../api/use_pages'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Pick } from '../../ui/filter_fields'
import { Empty, Loaded } from '../../ui/states'
import { Status, statusName } from '../../ui/status'
import { Table } from '../../ui/table'
import { Time } from '../../ui/time'
import { toast, toastRefusal } from '../../ui/toasts'

const STATES = ['queued', 'done', 'ignored', 'failed'] as const satisfies ProcessorEvent['state'][]
type Props = {
  orgId: string
  processorId: string
  state?: string
  change: (state: string | undefined) => void
}

/** Lists the events of a processor with their results. An event can be processed again. */
export function ProcessorEvents({ orgId, processorId, state, change }: Props) {
  const queryClient = useQueryClient()
  const filter = { state: STATES.find((one) => one === state) }
  const key = ['processor events', processorId]
  const list = usePages([...key, filter], (query, signal) =>
    listProcessorEvents({ path: { orgId, processorId }, query: { ...query, ...filter }, signal })
  )
  const replayed = useWrite(
    (eventId: string, idempotency) =>
      replayProcessorEvent({ path: { orgId, processorId, eventId }, key: idempotency }),
    {
      done: () => {
        toast('The event will be processed again')
        void queryClient.invalidateQueries({ queryKey: key })
      },
      failed: toastRefusal,
    }
  )
  const again = (event: ProcessorEvent) =>
    (event.state === 'ignored' || event.state === 'failed') && (
      <Button
        key="r"
        look="small"
        aria-label={`Retry ${event.providerEventId}`}
        busy={replayed.busy && replayed.words === event.id}
        onClick={() => replayed.write(event.id)}
      >
        Retry
      </Button>
    )
  return (
    <>
      <div className="actions between">
        <h2>Events</h2>
        <Button look="small" icon="refresh" busy={list.isFetching} onClick={() => void list.refetch()}>
          Refresh
        </Button>
      </div>
      <div className="filters">
        <Pick
          label="Status"
          value={state}
          none="Any status"
          options={STATES.map((one) => [one, statusName(one)] as const)}
          change={change}
        />
      </div>
      <Loaded query={list}>
        {({ pages }) => {
          const events = pages.flatMap((page) => page.events)
          if (events.length === 0) return <Empty title="No events" />
          return (
            <Table
              label="Events"
              list={list}
              heads={['Event', 'Status', 'Outcome', 'Order', 'Attempts', 'When', '']}
              rows={events.map((event) => ({
                id: event.id,
                cells: [
                  <span key="e" className="mono" title={event.providerEventId}>
                    {event.type}
                  </span>,
                  <Status key="s" of={event.state} />,
                  event.result,
                  event.orderId && (
                    <Link key="o" to="/$org/storefront/orders/$id" params={{ org: orgId, id: event.orderId }}>
                      View order
                    </Link>
                  ),
                  event.tries,
                  <Time key="t" at={event.receivedAt} />,
                  again(event),
                ],
              }))}
            />
          )
        }}
      </Loaded>
    </>
  )
}
