import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useOrg } from '../../api/me'
import { rowOf } from '../../api/row_of'
import { listDeliveries, listEndpoints } from '../../api/webhooks'
import type { WebhookEndpoint } from '../../api/types'
import { usePages } from '../../api/use_pages'
import { Button } from '../../ui/button'
import { useChoice } from '../../ui/kept_choice'
import { Loaded } from '../../ui/states'
import { WhileAllowed } from '../../ui/while_allowed'
import { DeliveryFilters, deliveryQuery } from './delivery_filters'
import { DeliveryTable } from './delivery_table'
import { EndpointActions } from './endpoint_actions'
import { Health } from './endpoint_table'
import { ALL_ENDPOINTS } from './endpoint_words'

const route = getRouteApi('/inside/$org/webhooks/$product/$endpoint')

/** The page of one endpoint: its health, its deliveries, and redelivery. */
export function EndpointPage() {
  const { org: orgId, product: productId, endpoint: id } = route.useParams()
  const query = useQuery({
    queryKey: ['endpoints', productId],
    queryFn: ({ signal }) => listEndpoints({ path: { productId }, query: { limit: ALL_ENDPOINTS }, signal }),
    select: ({ endpoints }) => rowOf(endpoints, id),
  })
  return (
    <div className="page">
      <Link to="/$org/webhooks" params={{ org: orgId }} search={{}} className="small">
        Webhooks
      </Link>
      <Loaded query={query}>{(endpoint) => <Whole orgId={orgId} endpoint={endpoint} />}</Loaded>
    </div>
  )
}

function Whole({ orgId, endpoint }: { orgId: string; endpoint: WebhookEndpoint }) {
  const { id, productId } = endpoint
  const search = route.useSearch()
  const navigate = useNavigate()
  const { may } = useOrg(orgId)
  const query = deliveryQuery(search, useChoice('zone'))
  const list = usePages(['deliveries', id, query], (page, signal) =>
    listDeliveries({ path: { productId, endpointId: id }, query: { ...page, ...query }, signal })
  )
  return (
    <>
      <div className="page-head">
        <h1 className="address">{endpoint.url}</h1>
        <Health endpoint={endpoint} />
        <WhileAllowed may={may('ADMIN')}>
          <EndpointActions orgId={orgId} endpoint={endpoint} />
        </WhileAllowed>
      </div>
      <div className="actions between">
        <h2>Deliveries</h2>
        <Button look="small" icon="refresh" busy={list.isFetching} onClick={() => void list.refetch()}>
          Refresh
        </Button>
      </div>
      <DeliveryFilters
        search={search}
        change={(part) =>
          void navigate({
            to: '/$org/webhooks/$product/$endpoint',
            params: { org: orgId, product: productId, endpoint: id },
            search: (now) => ({ ...now, ...part }),
          })
        }
      />
      <DeliveryTable orgId={orgId} list={list} endpoints={[endpoint]} />
    </>
  )
}
