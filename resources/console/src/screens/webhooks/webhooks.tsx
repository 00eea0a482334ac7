import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { listOrgDeliveries, listOrgEndpoints } from '../../api/webhooks'
import { useAllPages } from '../../api/use_all_pages'
import { usePages } from '../../api/use_pages'
import { useChoice } from '../../ui/kept_choice'
import { Empty, Loaded } from '../../ui/states'
import { Tabs } from '../../ui/tabs'
import { useProducts } from '../licenses/use_licenses'
import { DeliveryFilters, deliveryQuery } from './delivery_filters'
import { DeliveryTable } from './delivery_table'
import { EndpointTable } from './endpoint_table'

const route = getRouteApi('/inside/$org/webhooks')

/** Lists the endpoints of all products and their deliveries. */
export function Webhooks() {
  const { org: orgId } = route.useParams()
  const { tab } = route.useSearch()
  return (
    <div className="page">
      <h1>Webhooks</h1>
      <Tabs label="Webhooks">
        {(['Endpoints', 'Deliveries'] as const).map((label) => {
          const name = label === 'Endpoints' ? undefined : 'deliveries'
          return (
            <Link
              key={label}
              to="/$org/webhooks"
              params={{ org: orgId }}
              search={{ tab: name }}
              aria-current={tab === name ? 'page' : undefined}
              activeOptions={{ exact: true }}
            >
              {label}
            </Link>
          )
        })}
      </Tabs>
      {tab === 'deliveries' ? <OrgDeliveries orgId={orgId} /> : <OrgEndpoints orgId={orgId} />}
    </div>
  )
}

const useOrgEndpoints = (orgId: string) =>
  useAllPages(['endpoints', 'of org', orgId], (query, signal) =>
    listOrgEndpoints({ path: { orgId }, query: { ...query, limit: 200 }, signal })
  )

function OrgEndpoints({ orgId }: { orgId: string }) {
  const list = useOrgEndpoints(orgId)
  const { names } = useProducts(orgId)
  return (
    <Loaded query={list}>
      {({ pages }) => {
        const endpoints = pages.flatMap((page) => page.endpoints)
        if (endpoints.length === 0)
          return (
            <Empty title="No endpoints yet">
              <p>Endpoints belong to a product.</p>
              <Link to="/$org/products" params={{ org: orgId }}>
                Go to products
              </Link>
            </Empty>
          )
        return <EndpointTable orgId={orgId} endpoints={endpoints} list={list} products={names} />
      }}
    </Loaded>
  )
}

function OrgDeliveries({ orgId }: { orgId: string }) {
  const search = route.useSearch()
  const navigate = useNavigate()
  const query = deliveryQuery(search, useChoice('zone'))
  const list = usePages(['deliveries', 'of org', orgId, query], (page, signal) =>
    listOrgDeliveries({ path: { orgId }, query: { ...page, ...query }, signal })
  )
  const { data, hasNextPage } = useOrgEndpoints(orgId)
  const endpoints = data?.pages.flatMap((page) => page.endpoints) ?? []
  return (
    <>
      <DeliveryFilters
        search={search}
        change={(part) =>
          void navigate({
            to: '/$org/webhooks',
            params: { org: orgId },
            search: (now) => ({ ...now, ...part }),
          })
        }
      />
      <DeliveryTable orgId={orgId} list={list} endpoints={endpoints} isIncomplete={hasNextPage} />
    </>
  )
}
