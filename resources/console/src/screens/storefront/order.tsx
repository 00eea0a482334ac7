import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useOrg } from '../../api/me'
import { readOrder } from '../../api/orders'
import type { Order } from '../../api/types'
import { Loaded } from '../../ui/states'
import { Status } from '../../ui/status'
import { Time } from '../../ui/time'
import { WhileAllowed } from '../../ui/while_allowed'
import { moneyOf } from './money'
import { OrderSteps } from './order_steps'

const route = getRouteApi('/inside/$org/storefront/orders/$id')

/** The page of one order: the listing, the end user, and the result. */
export function OrderPage() {
  const { org: orgId, id } = route.useParams()
  const { may } = useOrg(orgId)
  const query = useQuery({
    queryKey: ['order', id],
    queryFn: ({ signal }) => readOrder({ path: { orgId, orderId: id }, signal }),
  })
  return (
    <div className="page">
      <Link to="/$org/storefront" params={{ org: orgId }} search={{}} className="small">
        Orders
      </Link>
      <Loaded query={query}>
        {({ order }) => (
          <>
            <div className="page-head">
              <h1>
                Order {order.number} <small>{order.listing.name}</small>
              </h1>
              <Status of={order.state} />
              <WhileAllowed may={may('MEMBER')}>
                <OrderSteps orgId={orgId} order={order} />
              </WhileAllowed>
            </div>
            <Facts orgId={orgId} order={order} />
          </>
        )}
      </Loaded>
    </div>
  )
}

function Facts({ orgId, order }: { orgId: string; order: Order }) {
  const facts = [
    ['Price', moneyOf(order.amount, order.currency)],
    ['Quantity', order.quantity],
    [
      'End user',
      <Link key="c" to="/$org/end-users/$id" params={{ org: orgId, id: order.endUserId }}>
        Open end user
      </Link>,
    ],
    ['External reference', order.reference],
    ['Note of the end user', order.note],
    ['Reason', order.reason],
    ['Needs attention', order.flags.map((flag) => flag.replaceAll('_', ' ')).join(', ')],
    ['Ordered', <Time key="o" at={order.createdAt} />],
    ['Fulfilled', order.fulfilledAt && <Time key="f" at={order.fulfilledAt} />],
  ] as const
  return (
    <section className="panel" aria-label="Order">
      <dl className="facts numbers">
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        {order.licenses.map(({ id, key }) => (
          <div key={id} className="contents">
            <dt>License</dt>
            <dd>
              <Link to="/$org/licenses/$id" params={{ org: orgId, id }} search={{}} className="mono">
                {key}
              </Link>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
