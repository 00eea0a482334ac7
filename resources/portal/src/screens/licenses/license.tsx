import { getRouteApi, Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useMe } from '../../api/me'
import { usePortal } from '../../api/portal'
import { canBeSold, offersFor, useShop } from '../../api/shop'
import type { OwnLicense } from '../../api/types'
import { CopyButton } from '../../../../console/src/ui/copy'
import { Loaded } from '../../../../console/src/ui/states'
import { Time } from '../../../../console/src/ui/time'
import { Page } from '../../ui/page'
import { Clock, States } from './clock'
import { Devices } from './devices'
import { Downloads } from './downloads'
import { licenseQuery } from './own_licenses'
import { Resets } from './resets'

const route = getRouteApi('/inside/licenses/$id')

/** The page of one license: its state, its devices, and the actions that its owner may take. */
export function License() {
  const { id } = route.useParams()
  const query = useQuery(licenseQuery(id))
  return (
    <>
      <Link to="/" className="small back">
        Licenses
      </Link>
      <Loaded query={query}>{({ license }) => <Whole license={license} />}</Loaded>
    </>
  )
}

function Whole({ license }: { license: OwnLicense }) {
  const { tickets } = usePortal()
  const { byKey } = useMe()
  return (
    <Page
      title={license.product.name}
      head={
        !byKey && (
          <>
            <Offered license={license} />
            {tickets && (
              <Link to="/tickets/new" search={{ license: license.id }} className="button">
                Get help
              </Link>
            )}
          </>
        )
      }
    >
      <div className="states">
        <States license={license} />
        <span className="small quiet">
          <Clock license={license} />
        </span>
      </div>
      <section className="panel" aria-label="License">
        <div className="key-line">
          <span className="license-key">{license.key}</span>
          {/* No key begins with "*", except one that is masked. */}
          {!license.key.startsWith('*') && <CopyButton text={license.key} what="key" />}
        </div>
        <Facts license={license} />
      </section>
      <Devices license={license} />
      {!byKey && <Resets license={license} />}
      {license.actions.includes('download') && <Downloads id={license.id} />}
    </Page>
  )
}

/** Links to renewals, upgrades and addons, if the shop has any for this license. */
function Offered({ license }: { license: OwnLicense }) {
  const { data: shop } = useShop()
  if (!canBeSold(license) || offersFor(shop, license.product.id).length === 0) return null
  return (
    <Link to="/shop" search={{ license: license.id }} className="button">
      Renew or upgrade
    </Link>
  )
}

function Facts({ license }: { license: OwnLicense }) {
  const { tier, activatedAt, createdAt, features } = license
  const on = Object.entries(features).filter(([, value]) => value !== false)
  return (
    <dl className="facts">
      {tier && (
        <>
          <dt>Tier</dt>
          <dd>{tier}</dd>
        </>
      )}
      <dt>Created</dt>
      <dd>
        <Time at={createdAt} />
      </dd>
      <dt>First used</dt>
      <dd>
        <Time at={activatedAt} none="Not yet" />
      </dd>
      {on.length > 0 && (
        <>
          <dt>Features</dt>
          <dd>
            {on.map(([name, value]) => (value === true ? name : `${name}: ${String(value)}`)).join(', ')}
          </dd>
        </>
      )}
    </dl>
  )
}
