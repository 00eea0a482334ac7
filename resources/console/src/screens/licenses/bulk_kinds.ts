import type { BulkKind } from '../../api/operations'
import type { IconName } from '../../ui/icons'

type Kind = { label: string; icon: IconName; done: string; letter?: string }

/** Bulk changes of licenses, in the order of the bar. */
export const KINDS: Record<BulkKind, Kind> = {
  freeze: { label: 'Freeze', icon: 'snow', done: 'frozen', letter: 'f' },
  unfreeze: { label: 'Unfreeze', icon: 'snow', done: 'unfrozen', letter: 'u' },
  extend: { label: 'Extend', icon: 'calendar', done: 'extended', letter: 'e' },
  suspend: { label: 'Suspend', icon: 'pause', done: 'suspended' },
  unsuspend: { label: 'Lift suspension', icon: 'checkCircle', done: 'released' },
  revoke: { label: 'Revoke', icon: 'ban', done: 'revoked', letter: 'r' },
  unrevoke: { label: 'Restore', icon: 'undo', done: 'restored' },
  delete: { label: 'Delete', icon: 'trash', done: 'deleted' },
}
