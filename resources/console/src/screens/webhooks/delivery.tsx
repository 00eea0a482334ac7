import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useOrg } from '../../api/me'
import { readDelivery, resendDelivery } from '../../api/webhooks'
import type { DeliveryDetail } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy'
import { Loaded } from '../../ui/states'
import { Status } from '../../ui/status'
import { Table } from '../../ui/table'
import { shown, Time } from '../../ui/time'
import { toast, toastRefusal } from '../../ui/toasts'
import { useOnward } from '../../ui/use_onward'

const route = getRouteApi('/inside/$org/webhooks/$product/deliveries/$id')

/** The page of one delivery: its payload and its attempts. */
export function DeliveryPage() {
  const { org: orgId, product: productId, id } = route.useParams()
  const query = useQuery({
    queryKey: ['deliveries', 'one', id],
    queryFn: ({ signal }) => readDelivery({ path: { productId, deliveryId: id }, signal }),
  })
  return (
    <div className="page">
      <Loaded query={query}>{({ delivery }) => <Whole orgId={orgId} delivery={delivery} />}</Loaded>
    </div>
  )
}

function Whole({ orgId, delivery }: { orgId: string; delivery: DeliveryDetail }) {
  const { id, productId, endpointId } = delivery
  const { may } = useOrg(orgId)
  const onward = useOnward()
  const queryClient = useQueryClient()
  const sent = useWrite(
    (deliveryId: string, key) => resendDelivery({ path: { productId, deliveryId }, key }),
    {
      done: ({ delivery: again }) => {
        void queryClient.invalidateQueries({ queryKey: ['deliveries'] })
        void queryClient.invalidateQueries({ queryKey: ['endpoints'] })
        toast(again.success ? 'Delivered' : `Not delivered: ${again.lastError ?? again.status}`, {
          bad: !again.success,
        })
        const params = { org: orgId, product: productId, id: again.id }
        void onward({ to: '/$org/webhooks/$product/deliveries/$id', params })
      },
      failed: toastRefusal,
    }
  )
  const payload = JSON.stringify(delivery.payload, null, 2)
  return (
    <>
      <Link
        to="/$org/webhooks/$product/$endpoint"
        params={{ org: orgId, product: productId, endpoint: endpointId }}
        search={{}}
        className="small"
      >
        View endpoint
      </Link>
      <div className="page-head">
        <h1>{delivery.event}</h1>
        <Status of={delivery.status} />
        {may('ADMIN') && (
          <Button icon="refresh" busy={sent.busy} onClick={() => sent.write(id)}>
            Redeliver
          </Button>
        )}
      </div>
      <dl className="facts">
        <dt>Id</dt>
        <dd className="mono">{id}</dd>
        <dt>Occurred</dt>
        <dd>
          <Time at={delivery.createdAt} />
        </dd>
        <dt>Delivered</dt>
        <dd>
          <Time at={delivery.deliveredAt} none="Not yet" />
        </dd>
        {delivery.nextRetryAt && (
          <>
            <dt>Next attempt</dt>
            <dd>
              <Time at={delivery.nextRetryAt} />
            </dd>
          </>
        )}
      </dl>
      <Tries delivery={delivery} />
      <div className="actions">
        <h2>Request body</h2>
        <CopyButton text={payload} what="request body" />
      </div>
      <Text label="Request body">{payload}</Text>
      {delivery.answer && (
        <>
          <h2>Response body</h2>
          <Text label="Response body">{delivery.answer}</Text>
        </>
      )}
    </>
  )
}

/** Lists failed attempts, each with the start of its response. */
function Tries({ delivery: { errors } }: { delivery: DeliveryDetail }) {
  if (errors.length === 0) return null
  return (
    <>
      <h2>Failed attempts</h2>
      <Table
        label="Failed attempts"
        heads={['Attempt', 'Result', 'Duration', 'When', 'Response']}
        rows={errors.map((one) => ({
          id: String(one.attempt),
          cells: [
            one.attempt,
            one.message,
            `${shown(one.durationMs)} ms`,
            <Time key="t" at={one.at} />,
            <span key="a" className="mono quiet">
              {one.answer?.slice(0, 200)}
            </span>,
          ],
        }))}
      />
    </>
  )
}

function Text({ label, children }: { label: string; children: string }) {
  return (
    <pre className="code" tabIndex={0} role="region" aria-label={label}>
      {children}
    </pre>
  )
}
