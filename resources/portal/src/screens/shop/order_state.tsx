import { Pill, type Look } from '../../../../console/src/ui/pill'
import type { Order } from '../../api/types'

const STATES: Record<Order['state'], Look> = {
  pending: ['Pending', 'accent', 'hourglass'],
  fulfilled: ['Done', 'ok', 'checkCircle'],
  rejected: ['Rejected', '', 'ban'],
  expired: ['Expired', '', 'ban'],
  reversed: ['Reversed', '', 'undo'],
}

export function OrderState({ of }: { of: Order['state'] }) {
  return <Pill of={STATES[of]} />
}
