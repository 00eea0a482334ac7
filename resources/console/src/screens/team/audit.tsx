import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { addressOf } from '../../api/described_route'
import { useOrg } from '../../api/me'
import { listAudit } from '../../api/team'
import { usePages } from '../../api/use_pages'
import { Empty, Loaded } from '../../ui/states'
import { Table } from '../../ui/table'
import { Time } from '../../ui/time'

const route = getRouteApi('/inside/$org/audit')

/** Who did what, and from where. */
export function Audit() {
  const { org: orgId } = route.useParams()
  if (useOrg(orgId).may('ADMIN')) return <Lines orgId={orgId} />
  return (
    <div className="page">
      <h1>Audit log</h1>
      <Empty title="For admins">An admin of the organisation can look at the audit log.</Empty>
    </div>
  )
}

function Lines({ orgId }: { orgId: string }) {
  const { action } = route.useSearch()
  const navigate = useNavigate()
  const list = usePages(['audit', orgId, action], (query, signal) =>
    listAudit({ path: { orgId }, query: { ...query, action }, signal })
  )
  return (
    <div className="page">
      <div className="page-head">
        <h1>Audit log</h1>
        <a
          className="button"
          href={addressOf('/v1/dashboard/orgs/{orgId}/audit-log', { orgId }, { action, format: 'csv' })}
          download
        >
          As CSV
        </a>
      </div>
      <form
        className="filters"
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          const typed = String(new FormData(event.currentTarget).get('action')).trim()
          void navigate({ to: '/$org/audit', params: { org: orgId }, search: { action: typed || undefined } })
        }}
      >
        <input
          className="input"
          name="action"
          aria-label="Action"
          placeholder="Action, such as product.updated"
          defaultValue={action}
          size={32}
        />
      </form>
      <Loaded query={list}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries)
          if (entries.length === 0)
            return <Empty title={action ? 'No lines match' : 'Nothing has happened yet'} />
          return (
            <Table
              label="Audit log"
              list={list}
              heads={['Action', 'By', 'Address', 'Request', 'When']}
              rows={entries.map((entry) => ({
                id: entry.id,
                cells: [
                  <span key="a" className="mono" title={JSON.stringify(entry.data)}>
                    {entry.action}
                  </span>,
                  entry.actor.email ?? entry.actor.type,
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
