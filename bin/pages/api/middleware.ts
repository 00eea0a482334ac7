import ActiveOrgMiddleware from '#access/active_org_middleware'
import ApiKeyMiddleware from '#access/api_key_middleware'
import BootstrapMiddleware from '#access/bootstrap_middleware'
import EndUserMiddleware from '#access/end_user_middleware'
import FairScansMiddleware from '#access/fair_scans_middleware'
import IdempotencyMiddleware from '#access/idempotency_middleware'
import LicenseMiddleware from '#access/license_middleware'
import LimitsMiddleware from '#access/limits_middleware'
import ManagedApiKeyMiddleware from '#access/managed_api_key_middleware'
import OrgMiddleware from '#access/org_middleware'
import PlatformAdminMiddleware from '#access/platform_admin_middleware'
import ProductMiddleware from '#access/product_middleware'
import ReplayMiddleware from '#access/replay_middleware'
import TicketMiddleware from '#access/ticket_middleware'
import TierMiddleware from '#access/tier_middleware'
import UserMiddleware from '#access/user_middleware'
import BodyMiddleware from '#http/body_middleware'
import type { Describing } from '#http/described'
import PreferWaitMiddleware from '#operations/http/prefer_wait_middleware'
import type { middleware } from '#start/kernel'
import ShopPageMiddleware from '#storefront/http/shop_page_middleware'

/** Middleware that routes use by name. */
export const BY_NAME = {
  body: BodyMiddleware,
  preferWait: PreferWaitMiddleware,
  replay: ReplayMiddleware,
  idempotency: IdempotencyMiddleware,
  endUser: EndUserMiddleware,
  user: UserMiddleware,
  platformAdmin: PlatformAdminMiddleware,
  apiKey: ApiKeyMiddleware,
  bootstrap: BootstrapMiddleware,
  managedApiKey: ManagedApiKeyMiddleware,
  activeOrg: ActiveOrgMiddleware,
  org: OrgMiddleware,
  product: ProductMiddleware,
  license: LicenseMiddleware,
  ticket: TicketMiddleware,
  tier: TierMiddleware,
  fairScans: FairScansMiddleware,
  shopPage: ShopPageMiddleware,
} satisfies Record<keyof typeof middleware, Describing>

/** Middleware that runs for every request. */
export const EVERYWHERE: Describing[] = [LimitsMiddleware]
