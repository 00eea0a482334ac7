import { arrangeExchanges } from './http_entry.js'
import { openRegions } from './regions.js'
import { signResponse } from './response_signing.js'
import { openSigningKeys } from './signing_keys.js'

/**
 * Opens what a process needs before it answers HTTP: the address database and the keys that sign responses
 * (interface 5.5). Every way of serving goes through here: the HTTP server, the quickstart and the tests.
 */
export async function prepareToServe() {
  await Promise.all([openRegions(), openSigningKeys()])
  arrangeExchanges(signResponse)
}
