import type { Millis } from '#kernel/time/millis'
import type { Attributes } from './attributes.js'
import { SSO_CLOCK_SKEW } from './connection.js'
import { SAML } from './saml_shape.js'
import { childrenNamed, childrenOf, parseDocument, plainText } from './xml_document.js'

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

/** The content of an assertion, read from the bytes whose signature was verified. */
export type Assertion = {
  id: string
  issuer: string
  nameId: string
  /** True if the format of `nameId` is an email address. */
  namesEmail: boolean
  /** The id of the request that it answers. */
  inResponseTo: string
  /** The end of its validity, including the clock skew. */
  goodUntil: Millis
  attributes: Attributes
}

/**
 * Reads a verified assertion that is meant for our `acs`. Null if it has no bearer confirmation that is addressed to
 * `acs`, answers a request and is valid now.
 */
export function assertionOf(verifiedXml: string, acs: string, now: Millis): Assertion | null {
  const root = parseDocument(verifiedXml)
  const [issuer] = childrenNamed(root, SAML, 'Issuer')
  const [subject] = childrenNamed(root, SAML, 'Subject')
  const nameId = subject && childrenNamed(subject, SAML, 'NameID')[0]
  const name = nameId && plainText(nameId)?.trim()
  const id = root.getAttribute('ID')
  if (!issuer || !name || !id || root.localName !== 'Assertion') return null
  const confirmed = childrenNamed(subject, SAML, 'SubjectConfirmation')
    .filter((one) => one.getAttribute('Method') === BEARER)
    .flatMap((one) => childrenNamed(one, SAML, 'SubjectConfirmationData'))
    .map((data) => confirmationOf(data, acs, now))
    .find((one) => one !== null)
  if (!confirmed) return null
  return {
    id,
    issuer: plainText(issuer) ?? '',
    nameId: name,
    namesEmail: nameId.getAttribute('Format') === EMAIL_FORMAT,
    ...confirmed,
    attributes: attributesOf(root),
  }
}

function confirmationOf(data: Element, acs: string, now: Millis) {
  const inResponseTo = data.getAttribute('InResponseTo')
  const until = Date.parse(data.getAttribute('NotOnOrAfter') ?? '')
  const from = data.getAttribute('NotBefore')
  if (data.getAttribute('Recipient') !== acs || !inResponseTo) return null
  if (!(now < until + SSO_CLOCK_SKEW)) return null
  if (from && !(now >= Date.parse(from) - SSO_CLOCK_SKEW)) return null
  return { inResponseTo, goodUntil: until + SSO_CLOCK_SKEW }
}

function attributesOf(root: Element): Attributes {
  const found = new Map<string, string[]>()
  for (const statement of childrenNamed(root, SAML, 'AttributeStatement')) {
    for (const attribute of childrenNamed(statement, SAML, 'Attribute')) {
      const name = attribute.getAttribute('Name') ?? ''
      const values = childrenNamed(attribute, SAML, 'AttributeValue')
        .filter((value) => childrenOf(value).length === 0)
        .map((value) => (value.textContent ?? '').trim())
      found.set(name, [...(found.get(name) ?? []), ...values])
    }
  }
  return Object.fromEntries(found)
}
