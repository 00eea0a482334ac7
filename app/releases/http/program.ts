import type { HttpContext } from '@adonisjs/core/http'
import { appUrl } from '#config/app'
import { limits } from '#config/limits'
import { uuidParam } from '#http/path'
import { consume } from '#kernel/limits/rate_limits'
import { passUncounted } from '#kernel/limits/pass_uncounted'
import Refusal from '#kernel/refusals/refusal'
import { orgSuspended } from '#kernel/refusals/refusals'
import { findDownloader, type AskedProduct, type ProgramProduct } from '#releases/queries/find_downloader'
import { downloadRefusal } from '#releases/rules/download_refusal'
import { mayDownloadAny } from '#licensing/rules/download_right'
import type { LinkTo } from './feeds/feed.js'

/** A program that asks for updates: the product of the path, and the license of the key that it sent. */
export type Program = ProgramProduct & { linkTo: LinkTo }

/**
 * Identifies the program that asks for releases of the product of the path
 * (contract/12-releases#124-update-feeds). Its credential is the license key, sent as `X-License-Key`, or as `?key=` by
 * updaters that send no headers.
 * @throws Refusal PRODUCT_NOT_FOUND, UNAUTHORIZED, LICENSE_NOT_FOUND, LICENSE_INACTIVE; FORBIDDEN for a closed product
 *   and for a suspended org.
 */
export async function programOf(ctx: HttpContext): Promise<Program> {
  const productId = uuidParam(ctx, 'productId')
  const { licenseKey, inQuery } = sentLicenseKey(ctx)
  const asked = await findDownloader(productId, licenseKey)
  if (!asked) throw new Refusal('PRODUCT_NOT_FOUND')
  if (asked.orgSuspended) throw orgSuspended()
  const { downloader } = asked
  const isNeeded = downloader.distribution === 'licensed'
  if (isNeeded && licenseKey !== null && !downloader.license) throw new Refusal('LICENSE_NOT_FOUND')
  const denial = mayDownloadAny(downloader)
  if (denial) throw downloadRefusal(denial)
  const query = inQuery ? `?key=${encodeURIComponent(licenseKey!)}` : ''
  const base = `${appUrl}/v1/updates/${productId}/artifacts`
  return { ...asked, linkTo: ({ id }) => `${base}/${id}${query}` }
}

/** The license key of a request, and whether it came in the query. */
function sentLicenseKey({ request }: HttpContext): { licenseKey: string | null; inQuery: boolean } {
  const header = request.header('x-license-key')
  const given = header || (request.qs() as Record<string, unknown>).key
  if (typeof given !== 'string' || given === '') return { licenseKey: null, inQuery: false }
  if (given.includes('\0')) throw new Refusal('LICENSE_NOT_FOUND')
  return { licenseKey: given, inQuery: !header }
}

/**
 * Counts a download in the rate limit of its license, shared with authorize calls
 * (contract/12-releases#123-getting-it).
 * @throws Refusal RATE_LIMITED, RATE_LIMIT_UNAVAILABLE
 */
export async function takeFromWindow(ctx: HttpContext, { productId, licenseId }: AskedProduct) {
  const { licenseKey } = sentLicenseKey(ctx)
  if (licenseId === null) return
  const bucket = { key: `license:${productId}:${licenseKey}`, limit: limits.licensePerMinute }
  const consumed = await consume([bucket]).catch((error: unknown) => passUncounted(error, 'windows'))
  if (consumed && consumed.denied >= 0) {
    throw new Refusal('RATE_LIMITED', { retryAfter: consumed.retryAfter })
  }
}
