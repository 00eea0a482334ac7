import { ask } from './call'
import { routesBy } from './described_route'

/** A route of the API that the console calls. */
export const route = routesBy(ask)
