// With its ending, so that unit tests can import this file in Node.js.
import type { ListedLicense } from '../../api/types.js'

/**
 * Returns the status of a license for a list, which has room for one. Frozen stands for Active alone: it says that the
 * license can be used.
 */
export const shownStatus = ({ status, frozen }: Pick<ListedLicense, 'status' | 'frozen'>) =>
  frozen && status === 'ACTIVE' ? 'FROZEN' : status
