import { later } from '../../../console/src/ui/later'

/** Asked before what cannot be taken back. */
export const Confirm = later(() => import('../../../console/src/ui/confirm').then((file) => file.Confirm))
