import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { listItems } from '../../api/operations'
import { operationQuery } from '../../api/use_operation'
import type { Operation } from '../../api/types'
import { withSession } from '../../api/with_session'
import { DownloadLink } from '../../ui/download_link'
import { MorePages } from '../../ui/more_pages'
import { Loaded } from '../../ui/states'
import { Time } from '../../ui/time'
import { Filter, filterOf } from './filter'
import { isFinal, operationName, reasonName } from './names'
import { Progress } from './progress'

const route = getRouteApi('/inside/$org/operations/$id')

/** The page of one operation, running or finished. */
export function OperationPage() {
  const { org: orgId, id } = route.useParams()
  const query = useQuery(operationQuery(orgId, id))
  return (
    <div className="page">
      <Link to="/$org/operations" params={{ org: orgId }} search={{}} className="small">
        Operations
      </Link>
      <Loaded query={query}>
        {({ operation }) => (
          <>
            <div className="page-head">
              <h1>{operationName(operation)}</h1>
            </div>
            <div className="panel">
              <Progress orgId={orgId} operation={operation} />
            </div>
            <About orgId={orgId} operation={operation} />
            {operation.progress.skipped + operation.progress.failed > 0 && isFinal(operation.status) && (
              <Items orgId={orgId} id={id} />
            )}
          </>
        )}
      </Loaded>
    </div>
  )
}

function About({ orgId, operation }: { orgId: string; operation: Operation }) {
  const { params, createdBy, createdAt, finishedAt } = operation
  const filter = filterOf(operation)
  return (
    <dl className="facts">
      {'reason' in params && params.reason && (
        <>
          <dt>Reason</dt>
          <dd>{params.reason}</dd>
        </>
      )}
      {filter && (
        <>
          <dt>Filter</dt>
          <dd>
            <Filter orgId={orgId} filter={filter} />
          </dd>
        </>
      )}
      <dt>By</dt>
      <dd>{createdBy.email ?? createdBy.type}</dd>
      <dt>Started</dt>
      <dd>
        <Time at={createdAt} />
      </dd>
      <dt>Ended</dt>
      <dd>
        <Time at={finishedAt} none="Not yet" />
      </dd>
    </dl>
  )
}

export function Items({ orgId, id }: { orgId: string; id: string }) {
  const list = useInfiniteQuery({
    queryKey: ['operation items', orgId, id],
    queryFn: ({ pageParam, signal }) =>
      listItems({ path: { orgId, operationId: id }, query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  const file = `/v1/dashboard/orgs/${orgId}/operations/${id}/items?format=csv&bom=true`
  return (
    <section className="panel bare" aria-label="Skipped and failed">
      <div className="panel-head">
        <h2>Skipped and failed</h2>
        <DownloadLink look="button small" href={file} fresh={() => withSession(file)}>
          Export CSV
        </DownloadLink>
      </div>
      <Loaded query={list}>
        {({ pages }) => (
          <div className="scroll-x" tabIndex={0} role="region" aria-label="Rows, as a table">
            <table className="rows">
              <thead>
                <tr>
                  <th scope="col">Row</th>
                  <th scope="col">License</th>
                  <th scope="col">Reason</th>
                </tr>
              </thead>
              <tbody>
                {pages
                  .flatMap(({ items }) => items)
                  .map((item) => (
                    <tr key={item.index}>
                      <td className="numbers quiet">{item.line ?? item.index + 1}</td>
                      <td className="mono">
                        {item.licenseId ? (
                          <Link
                            to="/$org/licenses/$id"
                            params={{ org: orgId, id: item.licenseId }}
                            search={{}}
                          >
                            {item.key ?? item.licenseId}
                          </Link>
                        ) : (
                          item.key
                        )}
                      </td>
                      <td>
                        {reasonName(item.code)} <span className="faint">{item.message}</span>
                      </td>
                    </tr>
                  ))}
              </tbody>
            </table>
          </div>
        )}
      </Loaded>
      {list.hasNextPage && (
        <div className="panel-head">
          <MorePages of={list} />
        </div>
      )}
    </section>
  )
}
