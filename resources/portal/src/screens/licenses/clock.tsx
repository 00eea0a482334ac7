import { Time } from '../../../../console/src/ui/time'
import { Status } from '../../../../console/src/ui/status'
import { useMinutes } from '../../../../console/src/ui/use_minutes'
import type { OwnLicense } from '../../api/types'
import { expiryWords } from './expiry_words'

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
  useMinutes()
  const [words, at] = expiryWords(license, Date.now()) ?? []
  return (
    <>
      {words} {at && <Time at={at} />}
    </>
  )
}
