import { later } from '../../../console/src/ui/later'

/** Asks for confirmation before an action that cannot be undone. */
export const Confirm = later(() => import('../../../console/src/ui/confirm').then((file) => file.Confirm))
