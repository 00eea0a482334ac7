import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { listOperations } from '../../api/operations'
import type { Operation } from '../../api/types'
import { MorePages } from '../../ui/more_pages'
import { Empty, Loaded } from '../../ui/states'
import { Status, statusName } from '../../ui/status'
import { shown, Time } from '../../ui/time'
import { operationName, TYPES } from './names'

const route = getRouteApi('/inside/$org/operations')
const STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelling', 'cancelled'] as const

/** Lists the operations of an org. */
export function Operations() {
  const { org: orgId } = route.useParams()
  const search = route.useSearch()
  const type = TYPES.find(([one]) => one === search.type)?.[0]
  const status = STATUSES.find((one) => one === search.status)
  const navigate = useNavigate()
  const query = { type, status }
  const list = useInfiniteQuery({
    queryKey: ['operations', orgId, query],
    queryFn: ({ pageParam, signal }) =>
      listOperations({ path: { orgId }, query: { ...query, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  const change = (part: { type?: string; status?: string }) =>
    void navigate({ to: '/$org/operations', params: { org: orgId }, search: { type, status, ...part } })
  return (
    <div className="page">
      <div className="page-head">
        <h1>Operations</h1>
      </div>
      <div className="filters">
        <select
          className="input"
          aria-label="Type"
          value={type ?? ''}
          onChange={(event) => change({ type: event.target.value || undefined })}
        >
          <option value="">Any type</option>
          {TYPES.map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </select>
        <select
          className="input"
          aria-label="Status"
          value={status ?? ''}
          onChange={(event) => change({ status: event.target.value || undefined })}
        >
          <option value="">Any status</option>
          {STATUSES.map((one) => (
            <option key={one} value={one}>
              {statusName(one)}
            </option>
          ))}
        </select>
      </div>
      <Loaded query={list}>
        {({ pages }) => {
          const operations = pages.flatMap((page) => page.operations)
          if (operations.length === 0)
            return type || status ? (
              <Empty title="No operations match" />
            ) : (
              <Empty title="No operations yet">Bulk changes, imports and exports appear here.</Empty>
            )
          return <OperationTable orgId={orgId} operations={operations} />
        }}
      </Loaded>
      <MorePages of={list} label="Show earlier" />
    </div>
  )
}

export function OperationTable({ orgId, operations }: { orgId: string; operations: Operation[] }) {
  return (
    <div className="panel bare">
      <div className="scroll-x" tabIndex={0} role="region" aria-label="Operations, as a table">
        <table className="rows numbers">
          <thead>
            <tr>
              <th scope="col">Operation</th>
              <th scope="col">Status</th>
              <th scope="col" className="right">
                Changed
              </th>
              <th scope="col" className="right">
                Total
              </th>
              <th scope="col">By</th>
              <th scope="col">Started</th>
            </tr>
          </thead>
          <tbody>
            {operations.map((one) => (
              <tr key={one.id}>
                <td>
                  <Link to="/$org/operations/$id" params={{ org: orgId, id: one.id }}>
                    {operationName(one)}
                  </Link>
                </td>
                <td>
                  <Status of={one.status} />
                </td>
                <td className="right">{shown(one.progress.succeeded)}</td>
                <td className="right quiet">{shown(one.progress.total)}</td>
                <td className="quiet">
                  {one.createdBy.email ?? (one.createdBy.type === 'apiKey' ? 'API key' : one.createdBy.type)}
                </td>
                <td className="quiet">
                  <Time at={one.createdAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
