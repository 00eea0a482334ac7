import { events } from './storefront/events.js'
import { resolver } from './storefront/resolver.js'

/** P17: requests of a shop's visitors. P18: payment processor events that become licenses. */
export default async function run() {
  await resolver()
  await events()
}
