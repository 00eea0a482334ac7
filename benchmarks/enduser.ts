import { compareSizes } from './licenses/compare.js'

/** P10: list and read of the licenses of one end user, and of people by their merchant, among few and among many others. */
export default function run() {
  return compareSizes('enduser')
}
