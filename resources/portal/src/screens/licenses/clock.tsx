import { Time } from '../../../../console/src/ui/time'
import { Status } from '../../../../console/src/ui/status'
import type { OwnLicense } from '../../api/types'

/** Shows the state of a license as pills. */
export function States({ license }: { license: Pick<OwnLicense, 'status' | 'frozen'> }) {
  return (
    <>
      <Status of={license.status} />
      {license.frozen && <Status of="FROZEN" />}
    </>
  )
}

/** Describes when a license expires. */
export function Clock({ license }: { license: OwnLicense }) {
  const { effectiveExpiresAt, expirationMode, frozen, status } = license
  if (frozen) return <>Expiry paused</>
  if (effectiveExpiresAt)
    return (
      <>
        {status === 'EXPIRED' ? 'Expired' : 'Valid until'} <Time at={effectiveExpiresAt} />
      </>
    )
  return <>{expirationMode === 'never' ? 'Never expires' : 'Starts with the first use'}</>
}
