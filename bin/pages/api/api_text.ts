import { apiDocument } from '#http/api/document'
import { readRoutes, type Listing } from '#http/api/read_routes'
import { SetPolicyShape } from '#catalog/http/policy_shape'
import { MetadataShape } from '#licensing/http/license_shape'
import { version } from '#config/release'
import { ENTRIES, TAGS } from './entries.js'
import { EVENTS } from './events.js'
import { BY_NAME, EVERYWHERE } from './middleware.js'

const DESCRIPTION = `Latchkey issues and checks licenses for software.

Users sign in and work on \`/v1/dashboard\`; servers of a vendor use an API key of a product below
\`/v1/products/{productId}\`; the licensed programs call \`/v1/licenses/authorize\`.

Answers are \`{"ok": true, "data": ...}\` or \`{"ok": false, "error": {"code", "message"}}\`. Ignore fields that you do not
know, and treat an unknown code by its status. \`x-retry\` of each code says what to do about it: \`never\` repeat the call,
\`wait\` and repeat it, \`resign\` it with a new nonce, or \`refresh\` the access token.`

/**
 * The API document as an object; see `apiDocument`.
 *
 * @internal exported for its tests
 */
export function documentOf(router: Listing) {
  return apiDocument({
    title: 'Latchkey',
    version: version,
    description: DESCRIPTION,
    routes: readRoutes(router, BY_NAME, EVERYWHERE),
    entries: ENTRIES,
    tags: TAGS,
    shapes: [SetPolicyShape, MetadataShape],
    events: EVENTS,
  })
}

/** The text of the committed document. */
export const apiText = (router: Listing) => `${JSON.stringify(documentOf(router), null, 1)}\n`
