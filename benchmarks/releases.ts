import { feeds } from './releases/feeds.js'
import { transfers } from './releases/transfers.js'

/** P16, P19, P20: requests of programs and people for releases. */
export default async function run() {
  await transfers()
  await feeds()
}
