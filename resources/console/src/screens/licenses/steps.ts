import { changeLicense, deleteLicense, licenseSteps } from '../../api/licenses'
import type { FullLicense } from '../../api/types'
import type { IconName } from '../../ui/icons'
import type { StepName } from './step_rules'

export type Words = { reason?: string; days?: number }

type Sent = {
  id: string
  words: Words
  key?: string
  /**
   * The revision that is shown. A freeze of another one is refused: the service would answer it even if somebody else has
   * frozen the license.
   */
  revision?: number
}
type Step = {
  label: string
  icon: IconName
  /** The effect of the action on the end user. */
  about: string
  done: string
  /** Resolves with the changed license; with null if it is deleted. */
  send: (sent: Sent) => Promise<{ license: FullLicense } | null>
}

const reasoned = (name: keyof typeof licenseSteps) => {
  return ({ id, words, key }: Sent) =>
    licenseSteps[name]({ path: { id }, body: { reason: words.reason }, key })
}

const frozen =
  (on: boolean) =>
  ({ id, words, key, revision }: Sent) =>
    changeLicense({ path: { id }, body: { frozen: on, reason: words.reason }, key, ifMatch: revision })

export const STEPS: Record<StepName, Step> = {
  freeze: {
    label: 'Freeze',
    icon: 'snow',
    about: 'Pauses the expiry clock. The license can still be used.',
    done: 'Frozen',
    send: frozen(true),
  },
  unfreeze: {
    label: 'Unfreeze',
    icon: 'snow',
    about: 'The expiry clock continues.',
    done: 'Unfrozen',
    send: frozen(false),
  },
  extend: {
    label: 'Extend',
    icon: 'calendar',
    about: 'Moves the expiry date by this many days.',
    done: 'Extended',
    send: ({ id, words, key }) =>
      changeLicense({ path: { id }, body: { extendDays: words.days, reason: words.reason }, key }),
  },
  suspend: {
    label: 'Suspend',
    icon: 'pause',
    about: 'The license cannot be used until the suspension is lifted.',
    done: 'Suspended',
    send: reasoned('suspend'),
  },
  unsuspend: {
    label: 'Lift suspension',
    icon: 'checkCircle',
    about: 'The license can be used again.',
    done: 'Suspension lifted',
    send: reasoned('unsuspend'),
  },
  revoke: {
    label: 'Revoke',
    icon: 'ban',
    about: 'The license can no longer be used. You can restore it later.',
    done: 'Revoked',
    send: reasoned('revoke'),
  },
  unrevoke: {
    label: 'Restore',
    icon: 'undo',
    about: 'Makes the license active again, even if it was suspended or pending before.',
    done: 'Restored',
    send: reasoned('unrevoke'),
  },
  resetHwid: {
    label: 'Reset devices',
    icon: 'monitor',
    about: 'Clears all devices, so that new ones can take their places.',
    done: 'Devices reset',
    send: reasoned('resetHwid'),
  },
  resetIp: {
    label: 'Reset IP addresses',
    icon: 'activity',
    about: 'Clears all IP addresses, so that new ones can take their places.',
    done: 'IP addresses reset',
    send: reasoned('resetIp'),
  },
  delete: {
    label: 'Delete',
    icon: 'trash',
    about: 'The license is deleted with its devices. This cannot be undone. Its history is kept.',
    done: 'Deleted',
    send: ({ id, key }) => deleteLicense({ path: { id }, key }).then(() => null),
  },
}
