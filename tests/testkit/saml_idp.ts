import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import { SamlLib } from 'samlify'

const file = (name: string) => readFileSync(new URL(`./saml/${name}.pem`, import.meta.url), 'utf8')

/** A certificate in which some bytes, in hexadecimal, are replaced. */
function forged(pem: string, bytes: string, others: string): string {
  const der = Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64').toString('hex')
  const lines = Buffer.from(der.replace(bytes, others), 'hex')
    .toString('base64')
    .match(/.{1,64}/g)!
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

/**
 * Certificates of test providers; two of them have keys. In `keyless`, the type of the key is unknown; in `dateless`,
 * the end of the validity is unreadable.
 */
export const CERTIFICATES = {
  ...{ idp: file('idp'), next: file('next'), weak: file('weak'), short: file('short') },
  keyless: forged(file('idp'), '06092a864886f70d010101', '06092a864886f70d010163'),
  dateless: forged(file('idp'), '180f3231', '180f7878'),
}
const KEYS = { idp: file('idp_key'), next: file('next_key') }

/** A key that a test provider can sign with. */
export type CertifiedKey = keyof typeof KEYS

/** The addresses of the test provider. */
export const IDP = { entityId: 'https://idp.example/metadata', ssoUrl: 'https://idp.example/sso' }

/** The content of an answer; optional fields default to valid values. */
export type Said = {
  email: string
  nameId?: string
  groups?: string[]
  requestId: string
  sp: { entityId: string; acsUrl: string }
  recipient?: string
  destination?: string
  audience?: string
  issuer?: string
  confirmed?: string
  /** The validity of the assertion, in seconds from now. */
  from?: number
  until?: number
  assertionId?: string
  status?: string
  nameXml?: string
}

const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
export const newXmlId = () => `_${randomBytes(16).toString('hex')}`

/** An answer without a signature. */
export function unsignedAnswer(said: Said): string {
  const { email, nameId = email, groups = [], requestId, sp } = said
  const { issuer = IDP.entityId, from = -5, until = 300, assertionId = newXmlId() } = said
  const { recipient = sp.acsUrl, destination = sp.acsUrl, audience = sp.entityId } = said
  const { status = 'Success', confirmed = requestId, nameXml = nameId } = said
  const values = groups.map((group) => `<saml:AttributeValue>${group}</saml:AttributeValue>`).join('')
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"` +
    ` ID="${newXmlId()}" Version="2.0" IssueInstant="${at(0)}" Destination="${destination}" InResponseTo="${requestId}">` +
    `<saml:Issuer>${issuer}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status>` +
    `<saml:Assertion ID="${assertionId}" Version="2.0" IssueInstant="${at(0)}"><saml:Issuer>${issuer}</saml:Issuer>` +
    `<saml:Subject><saml:NameID>${nameXml}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData` +
    ` NotOnOrAfter="${at(until)}" Recipient="${recipient}" InResponseTo="${confirmed}"/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${at(from)}" NotOnOrAfter="${at(until)}"><saml:AudienceRestriction>` +
    `<saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AttributeStatement><saml:Attribute Name="email"><saml:AttributeValue>${email}</saml:AttributeValue></saml:Attribute>` +
    `<saml:Attribute Name="groups">${values}</saml:Attribute></saml:AttributeStatement></saml:Assertion></samlp:Response>`
  )
}

const ASSERTION = `/*[local-name(.)='Response']/*[local-name(.)='Assertion']`

/** Signs the assertion of an answer. */
export function signed(
  xml: string,
  key: CertifiedKey = 'idp',
  signatureAlgorithm = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
): string {
  return SamlLib.constructSAMLSignature({
    rawSamlMessage: xml,
    referenceTagXPath: ASSERTION,
    privateKey: KEYS[key],
    signatureAlgorithm,
    signingCert: CERTIFICATES[key].replace(/-----[^-]+-----|\s/g, ''),
    isBase64Output: false,
    signatureConfig: {
      prefix: 'ds',
      location: { reference: `${ASSERTION}/*[local-name(.)='Issuer']`, action: 'after' },
    },
  })
}

/** The parts of a signed answer, for forgeries that move them. */
export function partsOf(xml: string) {
  const assertion = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)![0]
  const signature = /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(xml)![0]
  return { assertion, signature, bare: assertion.replace(signature, '') }
}

/** The id of the request in a redirect to the provider. */
export function requestIdOf(redirectUrl: string): string {
  const encoded = new URL(redirectUrl).searchParams.get('SAMLRequest')!
  const xml = inflateRawSync(Buffer.from(encoded, 'base64')).toString()
  return /\bID="([^"]+)"/.exec(xml)![1]
}
