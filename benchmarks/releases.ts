import { feeds } from './releases/feeds.js'
import { transfers } from './releases/transfers.js'

/** P16, P19, P20: what programs and people ask of releases. */
export default async function run() {
  await transfers()
  await feeds()
}
