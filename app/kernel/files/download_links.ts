import { signedUrlFor } from '@adonisjs/core/services/url_builder'
import { appUrl } from '#config/app'

/** Lifetime of a link to an export, in milliseconds (contract#export). */
const EXPORT_LIFETIME = 3_600_000

/** Lifetime of a link to an attachment, in milliseconds (contract/11-tickets). */
const ATTACHMENT_LIFETIME = 300_000

/** A link to the file of an export that needs no other credential, for one hour. */
export function downloadLink(operationId: string, now = Date.now()) {
  const downloadUrl = signedUrlFor(
    'downloads.show',
    { operationId },
    { expiresIn: EXPORT_LIFETIME, prefixUrl: appUrl }
  )
  return { downloadUrl, downloadUrlExpiresAt: new Date(now + EXPORT_LIFETIME).toISOString() }
}

/** A link to an attachment of a ticket that needs no other credential, for five minutes. */
export function attachmentLink(attachmentId: string, now = Date.now()) {
  const downloadUrl = signedUrlFor(
    'attachments.show',
    { attachmentId },
    { expiresIn: ATTACHMENT_LIFETIME, prefixUrl: appUrl }
  )
  return { downloadUrl, downloadUrlExpiresAt: new Date(now + ATTACHMENT_LIFETIME).toISOString() }
}
