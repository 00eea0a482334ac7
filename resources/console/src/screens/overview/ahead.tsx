import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listLicenses, type readOverview } from '../../api/licenses'
import { dayOf } from '../../ui/days'
import { useChoice } from '../../ui/kept_choice'
import { counted, shown } from '../../ui/time'
import { toQuery } from '../licenses/filter'

type Webhooks = Awaited<ReturnType<typeof readOverview>>['webhooks']

/** How far ahead expiring licenses are shown. Days. */
const DAYS = 30
const DAY = 86_400_000

/** Shows what may soon need attention: licenses that expire, and webhooks that fail. */
export function Ahead({ orgId, webhooks }: { orgId: string; webhooks: Webhooks }) {
  return (
    <div className="ahead">
      <Expiring orgId={orgId} />
      <section className="panel" aria-labelledby="webhook-health">
        <div className="chart-figure">
          <h2 id="webhook-health">Webhooks</h2>
          <WebhookState {...webhooks} />
        </div>
        <Link to="/$org/webhooks" params={{ org: orgId }} search={{}}>
          {webhooks.endpoints === 0
            ? 'Add a webhook endpoint'
            : `${counted(webhooks.endpoints, 'endpoint')}, ${counted(webhooks.pending, 'delivery', 'deliveries')} waiting`}
        </Link>
      </section>
    </div>
  )
}

function Expiring({ orgId }: { orgId: string }) {
  const zone = useChoice('zone')
  const until = dayOf(new Date(Date.now() + DAYS * DAY).toISOString(), zone)
  const search = { status: 'ACTIVE', expires: until }
  const query = { ...toQuery(search, zone), pageSize: 1 }
  const { data } = useQuery({
    queryKey: ['licenses', orgId, 'expiring', query],
    queryFn: ({ signal }) => listLicenses({ path: { orgId }, query, signal }),
    staleTime: 60_000,
  })
  return (
    <section className="panel" aria-labelledby="expiring">
      <div className="chart-figure">
        <h2 id="expiring">Expiring soon</h2>
        <b>{data ? shown(data.pagination.total) : '–'}</b>
      </div>
      <Link to="/$org/licenses" params={{ org: orgId }} search={search}>
        Active licenses that expire within {DAYS} days
      </Link>
    </section>
  )
}

function WebhookState({ endpoints, enabled, failing }: Webhooks) {
  if (endpoints === 0) return <span className="pill only-text">None</span>
  if (failing > 0) return <span className="pill bad only-text">{shown(failing)} failing</span>
  if (enabled === 0) return <span className="pill only-text">Off</span>
  return <span className="pill ok only-text">Healthy</span>
}
