import { Link } from '@tanstack/react-router'
import type { FullLicense } from '../../api/types'
import { Time } from '../../ui/time'
import { isExpiryPaused } from './expiry_pause'
import { useProducts } from './use_licenses'

/** Shows the facts of a license, except for its policy. */
export function Facts({ orgId, license }: { orgId: string; license: FullLicense }) {
  const { names } = useProducts(orgId)
  return (
    <dl className="facts">
      <dt>Product</dt>
      <dd>{names.get(license.productId) ?? <span className="mono">{license.productId}</span>}</dd>
      {license.tier && (
        <>
          <dt>Tier</dt>
          <dd className="mono">{license.tier}</dd>
        </>
      )}
      {license.endUserId && (
        <>
          <dt>Owner</dt>
          <dd>
            <Link to="/$org/end-users/$id" params={{ org: orgId, id: license.endUserId }}>
              {license.endUserUsername ?? license.endUserEmail ?? 'An end user'}
            </Link>
          </dd>
        </>
      )}
      <dt>Created</dt>
      <dd>
        <Time at={license.createdAt} />
      </dd>
      <dt>First used</dt>
      <dd>
        <Time at={license.activatedAt} none="Not yet" />
      </dd>
      <dt>Expires</dt>
      <dd>
        {isExpiryPaused(license) ? (
          <span className="quiet">Paused</span>
        ) : (
          <Time
            at={license.effectiveExpiresAt}
            none={license.expirationMode === 'never' ? 'Never' : 'After first use'}
          />
        )}
      </dd>
      <dt>Devices</dt>
      <dd className="numbers">{license.bindings.hwids.length}</dd>
      <dt>Active sessions</dt>
      <dd className="numbers">{license.sessions.length}</dd>
    </dl>
  )
}
