import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { addressOf } from '../../api/described_route'
import { useOrg } from '../../api/me'
import { listAudit } from '../../api/team'
import { usePages } from '../../api/use_pages'
import { withSession } from '../../api/with_session'
import { DownloadLink } from '../../ui/download_link'
import { useChoice } from '../../ui/kept_choice'
import { Empty, Loaded } from '../../ui/states'
import { Table } from '../../ui/table'
import { Time } from '../../ui/time'
import { AuditFilters, auditQuery, type AuditSearch } from './audit_filters'

type AuditActor = Awaited<ReturnType<typeof listAudit>>['entries'][number]['actor']

const route = getRouteApi('/inside/$org/audit')

/** Shows the audit log of an org. */
export function Audit() {
  const { org: orgId } = route.useParams()
  if (useOrg(orgId).may('ADMIN')) return <Lines orgId={orgId} />
  return (
    <div className="page">
      <h1>Audit log</h1>
      <Empty title="For admins">Only admins can view the audit log.</Empty>
    </div>
  )
}

function Lines({ orgId }: { orgId: string }) {
  const search = route.useSearch()
  const navigate = useNavigate()
  const query = auditQuery(search, useChoice('zone'))
  const list = usePages(['audit', orgId, query], (page, signal) =>
    listAudit({ path: { orgId }, query: { ...page, ...query }, signal })
  )
  const change = (part: AuditSearch) =>
    void navigate({ to: '/$org/audit', params: { org: orgId }, search: (now) => ({ ...now, ...part }) })
  const file = addressOf(
    '/v1/dashboard/orgs/{orgId}/audit-log',
    { orgId },
    { ...query, format: 'csv', bom: true }
  )
  return (
    <div className="page">
      <div className="page-head">
        <h1>Audit log</h1>
        <DownloadLink look="button" href={file} fresh={() => withSession(file)}>
          Export CSV
        </DownloadLink>
      </div>
      <AuditFilters orgId={orgId} search={search} change={change} />
      <Loaded query={list}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries)
          if (entries.length === 0)
            return (
              <Empty title={Object.values(search).some(Boolean) ? 'No entries match' : 'No entries yet'} />
            )
          return (
            <Table
              label="Audit log"
              list={list}
              heads={['Action', 'Actor', 'IP address', 'Request', 'When']}
              rows={entries.map((entry) => ({
                id: entry.id,
                cells: [
                  <span key="a" className="mono" title={JSON.stringify(entry.data)}>
                    {entry.action}
                  </span>,
                  <Actor key="b" orgId={orgId} actor={entry.actor} search={search} />,
                  <span key="i" className="mono quiet">
                    {entry.ip}
                  </span>,
                  <span key="r" className="mono faint" title={entry.requestId ?? undefined}>
                    {entry.requestId?.slice(-12)}
                  </span>,
                  <Time key="t" at={entry.createdAt} />,
                ],
              }))}
            />
          )
        }}
      </Loaded>
    </div>
  )
}

/** Shows the actor of an entry, with a link to all entries of this actor. */
function Actor({ orgId, actor, search }: { orgId: string; actor: AuditActor; search: AuditSearch }) {
  const name = actor.email ?? actor.type
  if (actor.id === null) return name
  return (
    <Link to="/$org/audit" params={{ org: orgId }} search={{ ...search, actor: actor.id }}>
      {name}
    </Link>
  )
}
