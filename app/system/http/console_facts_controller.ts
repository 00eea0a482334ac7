import { accounts } from '#config/accounts'
import { bodies } from '#config/bodies'
import { mailDelivery } from '#config/mail'
import { oauthProviders, oauthSignIn } from '#config/oauth'
import { serviceName, version } from '#config/release'
import { LIMITS } from '#kernel/files/file_limits'
import { MAX_NAMED } from '#licensing/http/bulk_targets'
import { ok } from '#http/envelope'
import { isPortalBuilt } from '#system/serving/portal_pages'

/** Facts that a console needs before sign-in (contract/01-changes#reads-for-a-console): no secrets, no store access. */
export default class ConsoleFactsController {
  /** GET /v1/console */
  async show() {
    return ok({
      console: {
        name: serviceName,
        version,
        signUp: accounts.signup,
        providers: [...oauthProviders.keys()].sort(),
        providerSignIn: oauthSignIn.enabled,
        mailConfigured: mailDelivery.way === 'smtp',
        portal: await isPortalBuilt(),
        limits: {
          importBytes: LIMITS.bytes,
          importRows: LIMITS.rows,
          bulkLicenses: MAX_NAMED,
          bodyBytes: bodies.limits.ordinary,
        },
      },
    })
  }
}
