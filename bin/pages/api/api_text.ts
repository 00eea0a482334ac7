import { apiDocument, entryOf } from '#http/api/document'
import { readRoutes, type Listing, type ReadRoute } from '#http/api/read_routes'
import StartProblem from '#kernel/refusals/start_problem'
import { SetPolicyShape } from '#catalog/http/policy_shape'
import { MetadataShape } from '#licensing/http/license_shape'
import { version } from '#config/release'
import { ENTRIES, TAGS } from './entries.js'
import { describedEvents } from './events.js'
import { BY_NAME, EVERYWHERE } from './middleware.js'
import { isInternal } from './routes.js'

const DESCRIPTION = `Latchkey issues and checks licenses for software.

Users sign in and work on \`/v1/dashboard\`; servers of a vendor use an API key of a product below
\`/v1/products/{productId}\`; the licensed programs call \`/v1/licenses/authorize\`.

Answers are \`{"ok": true, "data": ...}\` or \`{"ok": false, "error": {"code", "message"}}\`. Ignore fields that you do not
know, and treat an unknown code by its status. \`x-retry\` of each code says what to do about it: \`never\` repeat the call,
\`wait\` and repeat it, \`resign\` it with a new nonce, or \`refresh\` the access token.`

/**
 * The API document as an object; see `apiDocument`.
 *
 * @throws StartProblem that says where to describe a route or an event, if one is not.
 * @internal exported for its tests
 */
export function documentOf(router: Listing) {
  const routes = readRoutes(router, BY_NAME, EVERYWHERE)
  refuseUndescribed(routes)
  return apiDocument({
    title: 'Latchkey',
    version: version,
    description: DESCRIPTION,
    routes,
    entries: ENTRIES,
    tags: TAGS,
    shapes: [SetPolicyShape, MetadataShape],
    events: describedEvents(),
  })
}

function refuseUndescribed(routes: readonly ReadRoute[]) {
  const undescribed = routes.find(({ name }) => !isInternal(name) && !entryOf(name, ENTRIES))
  if (!undescribed) return
  throw new StartProblem(
    `The route ${undescribed.name} is not described: add its entry to the http/api.ts of its subject, or its group to INTERNAL in bin/pages/api/routes.ts if no program calls it`
  )
}

/** The text of the committed document. */
export const apiText = (router: Listing) => `${JSON.stringify(documentOf(router), null, 1)}\n`
