import type { PublicListing } from '../../api/types'
import { counted } from '../../../../console/src/ui/time'

/** Describes in one line the properties of a listing other than name and price. */
export function offerNotes({
  kind,
  extendDays,
  perCustomer,
  fulfilment,
}: Pick<PublicListing, 'kind' | 'extendDays' | 'perCustomer' | 'fulfilment'>): string {
  return [
    kind === 'renewal' && `Renews a license by ${counted(extendDays ?? 0, 'day')}`,
    kind === 'upgrade' && 'Upgrades a license',
    kind === 'addon' && 'Adds to a license',
    perCustomer !== null && `${perCustomer} for each person`,
    fulfilment === 'manual' && 'Fulfilled manually',
  ]
    .filter(Boolean)
    .join(' · ')
}
