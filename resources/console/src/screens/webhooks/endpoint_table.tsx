import { Link } from '@tanstack/react-router'
import type { WebhookEndpoint } from '../../api/types'
import type { Pages } from '../../ui/more_pages'
import { Table } from '../../ui/table'
import { counted, Time } from '../../ui/time'

type Props = {
  orgId: string
  endpoints: WebhookEndpoint[]
  list: Pages
  /** Names of products by id, if the list shows endpoints of several products. */
  products?: Map<string, string>
}

export function EndpointTable({ orgId, endpoints, list, products }: Props) {
  return (
    <Table
      label="Endpoints"
      list={list}
      heads={['URL', ...(products ? ['Product'] : []), 'Status', 'Last success', 'Events']}
      rows={endpoints.map((endpoint) => ({
        id: endpoint.id,
        cells: [
          <Link
            key="u"
            to="/$org/webhooks/$product/$endpoint"
            params={{ org: orgId, product: endpoint.productId, endpoint: endpoint.id }}
            search={{}}
          >
            {endpoint.url}
          </Link>,
          ...(products ? [products.get(endpoint.productId)] : []),
          <Health key="h" endpoint={endpoint} />,
          <Time key="s" at={endpoint.health.lastSuccessAt} none="Never" />,
          <span key="e" className="quiet">
            {endpoint.events.includes('*') ? 'everything' : counted(endpoint.events.length, 'event')}
          </span>,
        ],
      }))}
    />
  )
}

/** Shows if an endpoint is on and if its last deliveries failed. */
export function Health({ endpoint: { enabled, health } }: { endpoint: WebhookEndpoint }) {
  if (!enabled) return <span className="pill only-text">Off</span>
  if (health.consecutiveFailures > 0)
    return <span className="pill bad only-text">Failed {counted(health.consecutiveFailures, 'time')}</span>
  return <span className="pill ok only-text">On</span>
}
