import { signedUrlFor } from '@adonisjs/core/services/url_builder'
import { appUrl } from '#config/app'

/** Lifetime of a link to an export, in milliseconds (contract#export). */
const LIFETIME = 3_600_000

/** A link to the file of an export that needs no other credential, for one hour. */
export function downloadLink(operationId: string, now = Date.now()) {
  const downloadUrl = signedUrlFor(
    'downloads.show',
    { operationId },
    { expiresIn: LIFETIME, prefixUrl: appUrl }
  )
  return { downloadUrl, downloadUrlExpiresAt: new Date(now + LIFETIME).toISOString() }
}
