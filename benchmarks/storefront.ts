import { events } from './storefront/events.js'
import { resolver } from './storefront/resolver.js'

/** P17: what visitors of a shop ask. P18: events of payment processors that become licenses. */
export default async function run() {
  await resolver()
  await events()
}
