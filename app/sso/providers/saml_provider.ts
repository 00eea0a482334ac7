import { SAML, ValidateInResponseTo, type SamlConfig } from '@node-saml/node-saml'
import db from '@adonisjs/lucid/services/db'
import { firstRow } from '#kernel/database/sql'
import type { Millis } from '#kernel/time/millis'
import type { SsoConnection } from '#sso/queries/find_connection'
import { isBase64 } from '#sso/rules/base64'
import { SSO_CLOCK_SKEW } from '#sso/rules/connection'
import { assertionOf, type Assertion } from '#sso/rules/saml_assertion'
import { assertSafeForm, isSuccess, outsideOf, responseOf, type AnswerShape } from '#sso/rules/saml_shape'
import { BadDocument } from '#sso/rules/xml_document'
import { samlAddresses } from '#sso/store/sso_addresses'
import { REQUEST_TTL } from '#sso/store/requests'
import { AnswerRefused } from './answer_refused.js'

/** The longest answer in base64, in characters. */
const MOST = 256 * 1024

/** The URL of the provider's sign-in page, with a request that has this id. */
export function samlRequestUrl(connection: SsoConnection, id: string): Promise<string> {
  return clientOf(connection, { generateUniqueId: () => id }).getAuthorizeUrlAsync('', undefined, {})
}

/** The metadata of this service as a SAML service provider, for a connection. */
export function samlMetadata(connection: SsoConnection): string {
  return clientOf(connection, {}).generateServiceProviderMetadata(null, null)
}

/** An answer of a provider: as it was sent, parsed, and the values of its outer element. Nothing in it is verified. */
export type SamlAnswer = { base64: string; root: Element; shape: AnswerShape }

/**
 * Decodes and parses an answer. Its form is not checked yet, so that an answer of a bad form still tells which request
 * it belongs to.
 * @throws AnswerRefused
 */
export function readAnswer(base64: string): SamlAnswer {
  if (base64.length > MOST) throw new AnswerRefused('The SAML response is too long')
  if (!isBase64(base64)) throw new AnswerRefused('The SAML response is not base64')
  return wellFormed(() => {
    const xml = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'))
    const root = responseOf(xml)
    return { base64, root, shape: outsideOf(root) }
  })
}

/**
 * Verifies the status, form, signature, audience, issuer, times and recipient of an answer against its connection.
 * Returns only values from the signed bytes (contract/13-sso#133-what-an-answer-must-pass-saml-in-order).
 * @throws AnswerRefused; the error of the database if the request could not be read
 */
export async function verifyAnswer(
  connection: SsoConnection,
  { base64, root, shape }: SamlAnswer,
  now: Millis
): Promise<Assertion> {
  // The status comes before the form: a provider that refuses sends no assertion.
  if (!isSuccess(shape)) {
    throw new AnswerRefused(`The provider refused: ${shape.detail ?? shape.status ?? 'without a status'}`)
  }
  wellFormed(() => assertSafeForm(root))
  const { acsUrl } = samlAddresses(connection.id)
  const { entityId } = connection.settings.saml!
  const requests = requestsOf(connection.id, now)
  const { profile } = await clientOf(connection, { cacheProvider: requests.provider })
    .validatePostResponseAsync({ SAMLResponse: base64 })
    .catch((error: unknown) => {
      // An answer is not refused because our own database failed.
      if (error === requests.failure) throw error
      throw new AnswerRefused(whyInvalid(error))
    })
  const verified = profile?.getAssertionXml?.()
  if (!verified) throw new AnswerRefused('The SAML response has no assertion')
  if (shape.destination !== null && shape.destination !== acsUrl) {
    throw new AnswerRefused('The SAML response was meant for another address')
  }
  const assertion = assertionOf(verified, acsUrl, now)
  if (!assertion)
    throw new AnswerRefused('The assertion has no confirmation for this address, or none in time')
  if (assertion.issuer !== entityId || (shape.issuer !== null && shape.issuer !== entityId)) {
    throw new AnswerRefused('The response comes from another provider')
  }
  return assertion
}

/** What the library found wrong with an answer; that no certificate fits is said in words that tell what to do. */
function whyInvalid(error: unknown): string {
  if (!(error instanceof Error)) return 'The SAML response is not valid'
  if (error.message !== 'Invalid signature') return error.message
  return 'No certificate of the connection verifies the signature: save the one that the provider signs with'
}

/** @throws AnswerRefused if the work finds the document bad */
function wellFormed<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    const why = error instanceof BadDocument ? error.message : 'it is not UTF-8'
    throw new AnswerRefused(`The SAML response was rejected: ${why}`)
  }
}

function clientOf(connection: SsoConnection, more: Partial<SamlConfig>): SAML {
  const { entityId, acsUrl } = samlAddresses(connection.id)
  const provider = connection.settings.saml!
  return new SAML({
    issuer: entityId,
    callbackUrl: acsUrl,
    audience: entityId,
    entryPoint: provider.ssoUrl,
    idpIssuer: provider.entityId,
    idpCert: connection.certificates.map(({ pem }) => pem),
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: SSO_CLOCK_SKEW,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: REQUEST_TTL,
    cacheProvider: requestsOf(connection.id, Date.now()).provider,
    ...more,
  })
}

/**
 * The library only reads requests. StartSso writes them, and `claimRequest` deletes them in our own transaction.
 * `failure` is the error with which the last read failed. A request that has expired at `now` is not found: the clock of
 * the service, which dated it, decides, as in `claimRequest`.
 */
function requestsOf(connectionId: string, now: Millis) {
  const sql = `select created_at as at from sso_requests where id = ? and connection_id = ? and expires_at > ?`
  const requests = {
    failure: undefined as unknown,
    provider: {
      saveAsync: async () => null,
      getAsync: async (key: string | null) => {
        if (key === null) return null
        try {
          const found = await firstRow<{ at: Date }>(db.connection(), sql, [key, connectionId, new Date(now)])
          return found?.at.toISOString() ?? null
        } catch (error) {
          throw (requests.failure = error)
        }
      },
      removeAsync: async () => null,
    },
  }
  return requests
}
