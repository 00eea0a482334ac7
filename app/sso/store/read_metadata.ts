import { webhooks } from '#config/webhooks'
import { FetchRefused, guardedFetch } from '#kernel/net/guarded_fetch'
import { metadataOf, type SamlMetadata } from '#sso/rules/saml_metadata'
import { BadDocument } from '#sso/rules/xml_document'

/** Metadata that cannot be fetched or read; the message says why. */
export class BadMetadata extends Error {}

/** Reads metadata from a text. @throws BadMetadata */
export function readIdpMetadata(xml: string): SamlMetadata {
  try {
    return metadataOf(xml)
  } catch (error) {
    if (error instanceof BadDocument) throw new BadMetadata(`The metadata cannot be read: ${error.message}`)
    throw error
  }
}

/** Fetches and reads metadata from a URL. @throws BadMetadata */
export async function fetchMetadata(url: string): Promise<SamlMetadata> {
  try {
    const { response, body } = await guardedFetch(url, webhooks.allowedSubnets)
    if (!response.ok)
      throw new BadMetadata(`The metadata cannot be read: the address answers ${response.status}`)
    return readIdpMetadata(body.toString('utf8'))
  } catch (error) {
    if (error instanceof FetchRefused) throw new BadMetadata(`The metadata cannot be read: ${error.message}`)
    throw error
  }
}
