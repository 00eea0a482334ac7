import { ask } from './call'
import { routesBy } from './described_route'

/** Defines a route of the API that the console calls. */
export const route = routesBy(ask)
