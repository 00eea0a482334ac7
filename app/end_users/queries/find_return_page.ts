import { portalPage } from '#config/portal'
import type { Portal } from '#end_users/rules/portal'
import { returnPage } from '#end_users/rules/return_page'
import type { SqlExecutor } from '#kernel/database/sql'
import FindOwnHosts from './find_own_hosts.js'

/**
 * Finds the page for a mailed or one-time link of an org; see `returnPage`.
 * @throws Refusal VALIDATION_ERROR if the requested page does not belong to the org
 */
export async function findReturnPage(
  client: SqlExecutor,
  orgId: string,
  portal: Pick<Portal, 'returnUrls'>,
  asked?: string | null
): Promise<string> {
  const hosts = asked ? await new FindOwnHosts().ofOrg(orgId, client) : []
  return returnPage(portal, { hosted: portalPage(orgId), hosts }, asked)
}
