import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { readOverview } from '../../api/licenses'
import { useOrg } from '../../api/me'
import { Loaded } from '../../ui/states'
import { statusName } from '../../ui/status'
import { shown } from '../../ui/time'
import { STATUSES } from '../licenses/filter'
import { OperationTable } from '../operations/operations'
import { Ahead } from './ahead'
import { FirstSteps } from './first_steps'
import { Series } from './series'

const route = getRouteApi('/inside/$org/')
const SPANS = [
  ['1', '24 hours'],
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
] as const
const METRICS = [
  ['created', 'Created'],
  ['activated', 'Activated'],
  ['authorized', 'Authorized'],
  ['denied', 'Denied'],
] as const

/** Shows the state of an org's licenses and recent activity. */
export function Overview() {
  const { org: orgId } = route.useParams()
  const { days = '30' } = route.useSearch()
  const { may } = useOrg(orgId)
  const span = SPANS.find(([value]) => value === days)?.[0] ?? '30'
  const query = useQuery({
    queryKey: ['overview', orgId],
    queryFn: ({ signal }) => readOverview({ path: { orgId }, signal }),
  })
  return (
    <div className="page">
      <div className="page-head">
        <h1>Overview</h1>
        <nav className="segmented" aria-label="Time span">
          {SPANS.map(([value, label]) => (
            <Link
              key={value}
              to="/$org"
              params={{ org: orgId }}
              search={{ days: value }}
              className="button plain small"
              aria-current={value === span ? 'true' : undefined}
              activeOptions={{ exact: true }}
            >
              {label}
            </Link>
          ))}
        </nav>
      </div>
      <Loaded query={query}>
        {({ licenses, operations, webhooks }) => (
          <>
            {licenses.total === 0 && may('MEMBER') && <FirstSteps orgId={orgId} />}
            <div className="counts">
              <Link to="/$org/licenses" params={{ org: orgId }} search={{}}>
                <b>{shown(licenses.total)}</b>
                <span>All licenses</span>
              </Link>
              {STATUSES.map((status) => (
                <Link key={status} to="/$org/licenses" params={{ org: orgId }} search={{ status }}>
                  <b>{shown(licenses.byStatus[status])}</b>
                  <span>{statusName(status)}</span>
                </Link>
              ))}
            </div>
            <div className="charts">
              {METRICS.map(([metric, label]) => (
                <Series key={metric} orgId={orgId} metric={metric} label={label} days={Number(span)} />
              ))}
            </div>
            <Ahead orgId={orgId} webhooks={webhooks} />
            {operations.length > 0 && (
              <>
                <h2>Latest operations</h2>
                <OperationTable orgId={orgId} operations={operations.slice(0, 5)} />
              </>
            )}
          </>
        )}
      </Loaded>
    </div>
  )
}
