import { Link } from '@tanstack/react-router'
import { listOrders } from '../../api/shop'
import type { Order } from '../../api/types'
import { usePages } from '../../../../console/src/api/use_pages'
import { moneyOf } from '../../../../console/src/screens/storefront/money'
import { MorePages } from '../../../../console/src/ui/more_pages'
import { Empty, Loaded } from '../../../../console/src/ui/states'
import { Time } from '../../../../console/src/ui/time'
import { Page } from '../../ui/page'
import { OrderState } from './order_state'

/** Lists the orders of the end user. */
export function Orders() {
  const list = usePages(['orders'], (query, signal) => listOrders({ query, signal }))
  return (
    <Page title="Orders">
      <Loaded query={list} rows={3}>
        {({ pages }) => (
          <>
            <List orders={pages.flatMap(({ orders }) => orders)} />
            <MorePages of={list} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function List({ orders }: { orders: Order[] }) {
  if (orders.length === 0)
    return (
      <Empty title="No orders yet">
        <p>
          <Link to="/shop" search={{}}>
            Browse the shop
          </Link>
        </p>
      </Empty>
    )
  return (
    <ul className="cards">
      {orders.map(({ id, number, state, listing, quantity, amount, currency, createdAt }) => (
        <li key={id}>
          <Link to="/orders/$id" params={{ id }} className="card">
            <span className="card-head">
              <b>{listing.name}</b>
              <OrderState of={state} />
            </span>
            <span className="small quiet">
              #{number}, {quantity > 1 ? `${quantity} pieces, ` : ''}
              {moneyOf(amount, currency)}, <Time at={createdAt} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
