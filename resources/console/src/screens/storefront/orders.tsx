import { useState } from 'react'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useOrg } from '../../api/me'
import { listOrders } from '../../api/orders'
import type { Order } from '../../api/types'
import { usePages } from '../../api/use_pages'
import { Button } from '../../ui/button'
import { Pick } from '../../ui/filter_fields'
import { Empty, Loaded } from '../../ui/states'
import { Status, statusName } from '../../ui/status'
import { Table } from '../../ui/table'
import { Time } from '../../ui/time'
import { StorefrontFrame } from './frame'
import { moneyOf } from './money'
import { SaleDialog } from './sale_dialog'

const route = getRouteApi('/inside/$org/storefront')
const STATES = ['pending', 'fulfilled', 'rejected', 'expired', 'reversed'] as const satisfies Order['state'][]
const SOURCES: Record<Order['source'], string> = {
  claim: 'Requested',
  merchant: 'Recorded manually',
  event: 'Paid',
}

/** Lists the orders of an org. */
export function Orders() {
  const { org: orgId } = route.useParams()
  const search = route.useSearch()
  const navigate = useNavigate()
  const { may } = useOrg(orgId)
  const [selling, setSelling] = useState(false)
  const filter = { state: STATES.find((one) => one === search.state), endUserId: search.person }
  const list = usePages(['orders', orgId, filter], (query, signal) =>
    listOrders({ path: { orgId }, query: { ...query, ...filter }, signal })
  )
  return (
    <StorefrontFrame orgId={orgId}>
      {may('MEMBER') && (
        <div className="actions">
          <Button look="primary" icon="plus" onClick={() => setSelling(true)}>
            Record a sale
          </Button>
        </div>
      )}
      <div className="filters">
        <Pick
          label="Status"
          value={search.state}
          none="Any status"
          options={STATES.map((one) => [one, statusName(one)] as const)}
          change={(state) =>
            void navigate({ to: '/$org/storefront', params: { org: orgId }, search: { ...search, state } })
          }
        />
      </div>
      <Loaded query={list}>
        {({ pages }) => {
          const orders = pages.flatMap((page) => page.orders)
          if (orders.length === 0)
            return filter.state || filter.endUserId ? (
              <Empty title="No orders match" />
            ) : (
              <Empty title="No orders yet">
                Orders come from your shop, from payment processors, or are recorded by your team.
              </Empty>
            )
          return (
            <Table
              label="Orders"
              list={list}
              heads={['Number', 'Listing', 'Status', 'Price', 'Source', 'Licenses', 'When']}
              rows={orders.map((order) => ({
                id: order.id,
                cells: [
                  <Link key="n" to="/$org/storefront/orders/$id" params={{ org: orgId, id: order.id }}>
                    {order.number}
                  </Link>,
                  <span key="w">
                    {order.listing.name}{' '}
                    {order.quantity > 1 && <span className="faint">× {order.quantity}</span>}
                  </span>,
                  <Status key="s" of={order.state} />,
                  moneyOf(order.amount, order.currency),
                  SOURCES[order.source],
                  order.licenses.length,
                  <Time key="t" at={order.createdAt} />,
                ],
              }))}
            />
          )
        }}
      </Loaded>
      {selling && <SaleDialog orgId={orgId} personId={search.person} onClose={() => setSelling(false)} />}
    </StorefrontFrame>
  )
}
