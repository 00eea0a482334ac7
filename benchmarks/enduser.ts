import { compareSizes } from './licenses/compare.js'

/** P10: listing and reading an end user's licenses, and people of a merchant, among few and among many others. */
export default function run() {
  return compareSizes('enduser')
}
