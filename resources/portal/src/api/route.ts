import { routesBy } from '../../../console/src/api/described_route'
import { ask } from './call'

/** Defines a route of the API that the portal calls. */
export const route = routesBy(ask)
