import { safeEqual } from '@adonisjs/core/helpers'
import encryption from '@adonisjs/core/services/encryption'
import { signedUrlFor, urlFor } from '@adonisjs/core/services/url_builder'
import { appUrl } from '#config/app'

/** Lifetime of a link to an export or to a file of a release, in milliseconds (contract#export). */
const EXPORT_LIFETIME = 3_600_000

/** Lifetime of a link to an attachment, in milliseconds (contract/11-tickets). */
const ATTACHMENT_LIFETIME = 300_000

/**
 * Returns a link to a file of a release for one license, or with `licenseId` null for anyone if the product is open. It
 * is valid for an hour, and only while the license may have the file (contract/12-releases#123-getting-it).
 */
export function artifactLink(
  { id, filename }: { id: string; filename: string },
  licenseId: string | null,
  now = Date.now()
) {
  const exp = Math.floor((now + EXPORT_LIFETIME) / 1000)
  const url = signedUrlFor(
    'artifact_files.show',
    { artifactId: id, filename },
    { qs: { ...(licenseId && { lic: licenseId }), exp }, expiresIn: EXPORT_LIFETIME, prefixUrl: appUrl }
  )
  return { url, expiresAt: new Date(exp * 1000).toISOString() }
}

/**
 * Returns whether a request to `artifactId` and `filename` has the query of a link from `artifactLink` that has not
 * expired. The framework's own check compares a partly decoded path, and so refuses names with spaces or umlauts.
 */
export function isArtifactLink(
  { artifactId, filename }: { artifactId: string; filename: string },
  { signature, ...query }: Record<string, unknown>
): boolean {
  if (typeof signature !== 'string') return false
  const signed = encryption.getMessageVerifier().unsign<string>(signature)
  return (
    typeof signed === 'string' &&
    safeEqual(signed, urlFor('artifact_files.show', { artifactId, filename }, { qs: query }))
  )
}

/** Returns a link to the file of an export. It needs no other credential and is valid for one hour. */
export function downloadLink(operationId: string, now = Date.now()) {
  const downloadUrl = signedUrlFor(
    'downloads.show',
    { operationId },
    { expiresIn: EXPORT_LIFETIME, prefixUrl: appUrl }
  )
  return { downloadUrl, downloadUrlExpiresAt: new Date(now + EXPORT_LIFETIME).toISOString() }
}

/** Returns a link to an attachment of a ticket. It needs no other credential and is valid for five minutes. */
export function attachmentLink(attachmentId: string, now = Date.now()) {
  const downloadUrl = signedUrlFor(
    'attachments.show',
    { attachmentId },
    { expiresIn: ATTACHMENT_LIFETIME, prefixUrl: appUrl }
  )
  return { downloadUrl, downloadUrlExpiresAt: new Date(now + ATTACHMENT_LIFETIME).toISOString() }
}
