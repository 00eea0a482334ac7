import { getRouteApi, Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { usePortal } from '../../api/portal'
import { readOrder } from '../../api/shop'
import type { EndUsersOrdersOwnOneResponse, OwnOrder } from '../../api/types'
import { moneyOf } from '../../../../console/src/screens/storefront/money'
import { Loaded } from '../../../../console/src/ui/states'
import { Time } from '../../../../console/src/ui/time'
import { Page } from '../../ui/page'
import { OrderState } from './order_state'

const route = getRouteApi('/inside/orders/$id')
type Checkout = EndUsersOrdersOwnOneResponse['data']['checkout']

/** Poll interval of an order whose payment is pending. Milliseconds. */
const AGAIN = 5000

/** The page of one order: its state and its result. */
export function OrderPage() {
  const { id } = route.useParams()
  const query = useQuery({
    queryKey: ['order', id],
    queryFn: ({ signal }) => readOrder({ path: { orderId: id }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.checkout ? AGAIN : false),
  })
  return (
    <>
      <Link to="/orders" className="small back">
        Orders
      </Link>
      <Loaded query={query}>
        {({ order, checkout }) => (
          <Page title={`Order ${order.number}`} head={<OrderState of={order.state} />}>
            <Next order={order} checkout={checkout} />
            <Facts order={order} />
          </Page>
        )}
      </Loaded>
    </>
  )
}

/** Describes the next step or the result of an order. */
function Next({ order, checkout }: { order: OwnOrder; checkout: Checkout }) {
  const { state, reason, targetLicenseId, paid } = order
  const { name } = usePortal()
  if (checkout)
    return (
      <div className="panel">
        <p>This order is waiting for your payment. It expires after 7 days.</p>
        <p>
          <a className="button primary" href={checkout.url} rel="noopener noreferrer">
            Go to payment
          </a>
        </p>
      </div>
    )
  const words: Record<OwnOrder['state'], string> = {
    pending: paid
      ? `Your payment has arrived. ${name} will process this order and email you.`
      : `${name} will process this order and email you. It expires after 7 days.`,
    fulfilled: targetLicenseId ? 'Your license has changed.' : '',
    rejected: `${name} has rejected this order.`,
    expired: 'This order expired before it was processed. You can order again.',
    reversed: 'This order was reversed.',
  }
  const said = [words[state], reason && `Reason: ${reason}`].filter(Boolean).join(' ')
  return said ? <p>{said}</p> : null
}

function Facts({ order }: { order: OwnOrder }) {
  const { listing, quantity, amount, currency, note, createdAt, fulfilledAt, licenses } = order
  return (
    <section className="panel" aria-label="Order">
      <dl className="facts">
        <dt>For</dt>
        <dd>{quantity > 1 ? `${quantity} × ${listing.name}` : listing.name}</dd>
        <dt>Price</dt>
        <dd>{moneyOf(amount, currency)}</dd>
        <dt>Ordered</dt>
        <dd>
          <Time at={createdAt} />
        </dd>
        {fulfilledAt && (
          <>
            <dt>Done</dt>
            <dd>
              <Time at={fulfilledAt} />
            </dd>
          </>
        )}
        {note && (
          <>
            <dt>Note</dt>
            <dd>{note}</dd>
          </>
        )}
        {licenses.length > 0 && (
          <>
            <dt>{licenses.length > 1 ? 'Licenses' : 'License'}</dt>
            <dd>
              <ul>
                {licenses.map(({ id, key }) => (
                  <li key={id}>
                    <Link to="/licenses/$id" params={{ id }} className="mono">
                      {key}
                    </Link>
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}
