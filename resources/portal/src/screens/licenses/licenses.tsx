import { getRouteApi, Link } from '@tanstack/react-router'
import { listLicenses } from '../../api/licenses'
import { useMe } from '../../api/me'
import type { OwnLicense } from '../../api/types'
import { usePages } from '../../../../console/src/api/use_pages'
import { SearchField } from '../../../../console/src/ui/filter_fields'
import { MorePages } from '../../../../console/src/ui/more_pages'
import { Empty, Loaded } from '../../../../console/src/ui/states'
import { statusName } from '../../../../console/src/ui/status'
import { counted } from '../../../../console/src/ui/time'
import { Page } from '../../ui/page'
import { Clock, States } from './clock'

const route = getRouteApi('/inside/')
const STATUSES = ['ACTIVE', 'PENDING', 'SUSPENDED', 'EXPIRED', 'REVOKED'] as const

/** Returns a check if a license matches a search text, by a fragment of its key or by its product. */
const means = (text: string) => {
  const wanted = text.trim().toLowerCase()
  return ({ key, product }: OwnLicense) => `${key} ${product.name}`.toLowerCase().includes(wanted)
}

/** Lists the licenses of the end user. */
export function Licenses() {
  const { byKey } = useMe()
  const { status: named, search = '' } = route.useSearch()
  const status = STATUSES.find((one) => one === named)
  const navigate = route.useNavigate()
  const list = usePages(['licenses', status], (query, signal) =>
    listLicenses({ query: { ...query, status, limit: 50 }, signal })
  )
  return (
    <Page
      title="Licenses"
      head={
        !byKey && (
          <Link to="/redeem" className="button primary">
            Redeem a key
          </Link>
        )
      }
    >
      {!byKey && (
        <div className="filters" role="search">
          <SearchField
            label="Search by key or product"
            placeholder="Key or product"
            maxLength={256}
            value={search}
            change={(text) => void navigate({ search: { status, search: text || undefined }, replace: true })}
            shortcut={false}
          />
          <select
            className="input"
            aria-label="Status"
            value={status ?? ''}
            onChange={({ target }) =>
              void navigate({ search: { status: target.value || undefined, search } })
            }
          >
            <option value="">Any status</option>
            {STATUSES.map((one) => (
              <option key={one} value={one}>
                {statusName(one)}
              </option>
            ))}
          </select>
        </div>
      )}
      <Loaded query={list} rows={4}>
        {({ pages }) => {
          const all = pages.flatMap(({ licenses }) => licenses)
          const shown = all.filter(means(search))
          return (
            <>
              <List licenses={shown} nothing={all.length === 0 && !status} />
              {search && list.hasNextPage && (
                <p className="small quiet">Searched {counted(all.length, 'license')} so far.</p>
              )}
              <MorePages of={list} />
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

function List({ licenses, nothing }: { licenses: OwnLicense[]; nothing: boolean }) {
  if (nothing)
    return (
      <Empty title="No licenses yet">
        <p>
          Have a license key? <Link to="/redeem">Redeem it</Link> to add it to your account.
        </p>
      </Empty>
    )
  if (licenses.length === 0)
    return (
      <Empty title="No licenses match">
        <p>
          <Link to="/" search={{}}>
            Show all
          </Link>
        </p>
      </Empty>
    )
  return (
    <ul className="cards">
      {licenses.map((license) => (
        <li key={license.id}>
          <Link to="/licenses/$id" params={{ id: license.id }} className="card">
            <span className="card-head">
              <b>{license.product.name}</b>
              {license.tier && <span className="quiet">{license.tier}</span>}
              <States license={license} />
            </span>
            <span className="mono key">{license.key}</span>
            <span className="small quiet">
              <Clock license={license} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
