import { Link } from '@tanstack/react-router'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Delivery, WebhookEndpoint } from '../../api/types'
import { Empty, Loaded } from '../../ui/states'
import { Status } from '../../ui/status'
import type { Pages } from '../../ui/more_pages'
import { Table } from '../../ui/table'
import { Time } from '../../ui/time'

type Props = {
  orgId: string
  list: Pages & Pick<UseQueryResult<{ pages: { deliveries: Delivery[] }[] }>, 'data' | 'error' | 'refetch'>
  /** Endpoints that still exist. Deliveries of a deleted endpoint have no page to link to. */
  endpoints: WebhookEndpoint[]
  /** More endpoints are still being read, so one that is missing need not be deleted. */
  isIncomplete?: boolean
}

/** Lists deliveries with their responses. */
export function DeliveryTable({ orgId, list, endpoints, isIncomplete = false }: Props) {
  const byId = new Map(endpoints.map((one) => [one.id, one]))
  return (
    <Loaded query={list}>
      {({ pages }) => {
        const deliveries = pages.flatMap((page) => page.deliveries)
        if (deliveries.length === 0) return <Empty title="No deliveries" />
        return (
          <Table
            label="Deliveries"
            list={list}
            heads={[
              'Event',
              'Status',
              'Response',
              'Attempts',
              'Next attempt',
              'When',
              ...(byId.size > 1 ? ['To'] : []),
            ]}
            rows={deliveries.map((one) => ({
              id: one.id,
              cells: [
                <Name key="n" orgId={orgId} delivery={one} endpoint={byId.get(one.endpointId)} />,
                <Status key="s" of={one.status} />,
                <span key="a" className="quiet">
                  {one.responseStatus ?? one.lastError ?? ''}
                </span>,
                one.attempts,
                <Time key="x" at={one.nextRetryAt} />,
                <Time key="t" at={one.createdAt} />,
                ...(byId.size > 1
                  ? [byId.get(one.endpointId)?.url ?? (isIncomplete ? '' : 'Deleted endpoint')]
                  : []),
              ],
            }))}
          />
        )
      }}
    </Loaded>
  )
}

type NameProps = { orgId: string; delivery: Delivery; endpoint?: WebhookEndpoint }

function Name({ orgId, delivery, endpoint }: NameProps) {
  if (!endpoint) return <span className="mono">{delivery.event}</span>
  const params = { org: orgId, product: endpoint.productId, id: delivery.id }
  return (
    <Link to="/$org/webhooks/$product/deliveries/$id" params={params} className="mono">
      {delivery.event}
    </Link>
  )
}
