import { compareSizes } from './licenses/compare.js'

/** P10: lists, searches, counts, reads and writes of licenses, as a merchant makes them. */
export default function run() {
  return compareSizes('licenses')
}
