import { compareSizes } from './licenses/compare.js'

/** P10: list and read of the licenses of one end user, among few and among many licenses of others. */
export default function run() {
  return compareSizes('enduser')
}
