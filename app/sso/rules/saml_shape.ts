import {
  allElements,
  BadDocument,
  childrenNamed,
  childrenOf,
  parseDocument,
  plainText,
} from './xml_document.js'

/** Namespaces of SAML 2.0 and of XML signatures. */
const SAMLP = 'urn:oasis:names:tc:SAML:2.0:protocol'
export const SAML = 'urn:oasis:names:tc:SAML:2.0:assertion'
export const DS = 'http://www.w3.org/2000/09/xmldsig#'

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#'
const SIGNATURES = ['rsa', 'ecdsa'].flatMap((key) =>
  ['256', '384', '512'].map((size) => `${MORE}${key}-sha${size}`)
)
const DIGESTS = [
  'http://www.w3.org/2001/04/xmlenc#sha256',
  `${MORE}sha384`,
  'http://www.w3.org/2001/04/xmlenc#sha512',
]
const ENVELOPED = `${DS}enveloped-signature`
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'

/** Elements whose text is used in decisions. They must contain nothing but text, so that nothing can hide in it. */
const PLAIN = ['NameID', 'Issuer', 'Audience']

const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'

/**
 * Values from the outer element of an answer. None of them is verified. `detail` is the code inside that of `status`,
 * with which a provider says why it refuses.
 */
export type AnswerShape = {
  inResponseTo: string | null
  destination: string | null
  issuer: string | null
  status: string | null
  detail: string | null
}

/** Parses an answer; its form is not checked yet. @throws BadDocument */
export function responseOf(xml: string): Element {
  const root = parseDocument(xml)
  if (root.namespaceURI === SAMLP && root.localName === 'Response') return root
  throw new BadDocument('it is no response')
}

/**
 * Checks the form of an answer before any of its content is trusted: one assertion in the whole document, signatures
 * only in the places where they belong, safe algorithms
 * (contract/13-sso#133-what-an-answer-must-pass-saml-in-order).
 * @throws BadDocument
 */
export function assertSafeForm(root: Element) {
  const elements = allElements(root)
  assertOneAssertion(root, elements)
  assertUniqueIds(elements)
  assertPlain(elements)
  assertSignatures(root, elements)
}

function assertOneAssertion(root: Element, elements: Element[]) {
  if (elements.some(({ localName }) => localName === 'EncryptedAssertion')) {
    throw new BadDocument('its assertion is encrypted')
  }
  const assertions = elements.filter(({ localName }) => localName === 'Assertion')
  const [own] = childrenNamed(root, SAML, 'Assertion')
  if (assertions.length !== 1 || assertions[0] !== own)
    throw new BadDocument('it has not exactly one assertion')
  if (!own.getAttribute('ID')) throw new BadDocument('its assertion has no ID')
}

function assertUniqueIds(elements: Element[]) {
  const ids = elements.flatMap((element) =>
    Array.from(element.attributes)
      .filter(({ localName }) => /^id$/i.test(localName ?? ''))
      .map(({ value }) => value)
  )
  if (new Set(ids).size !== ids.length) throw new BadDocument('two of its elements have one ID')
}

function assertPlain(elements: Element[]) {
  for (const element of elements) {
    if (PLAIN.includes(element.localName) && plainText(element) === null) {
      throw new BadDocument(`its ${element.localName} is more than text`)
    }
    if (element.localName !== 'AttributeValue') continue
    const comments = Array.from(element.childNodes).some(({ nodeType }) => nodeType !== 3 && nodeType !== 1)
    if (comments) throw new BadDocument('an attribute of it has a comment')
  }
}

function assertSignatures(root: Element, elements: Element[]) {
  const signatures = elements.filter(({ localName }) => localName === 'Signature')
  const [assertion] = childrenNamed(root, SAML, 'Assertion')
  for (const signature of signatures) {
    const parent = signature.parentNode
    if (signature.namespaceURI !== DS || (parent !== root && parent !== assertion)) {
      throw new BadDocument('a signature is not where it belongs')
    }
    assertSafe(signature, parent as Element)
  }
  const parents = signatures.map(({ parentNode }) => parentNode)
  if (new Set(parents).size !== parents.length) throw new BadDocument('an element has two signatures')
  if (!parents.includes(assertion)) throw new BadDocument('its assertion is not signed')
}

function assertSafe(signature: Element, signed: Element) {
  if (childrenNamed(signature, DS, 'Object').length > 0) throw new BadDocument('a signature holds an object')
  const info = onlyChild(signature, 'SignedInfo')
  if (algorithmOf(onlyChild(info, 'CanonicalizationMethod')) !== EXCLUSIVE) {
    throw new BadDocument('a signature is not canonicalized as it should be')
  }
  if (!SIGNATURES.includes(algorithmOf(onlyChild(info, 'SignatureMethod')))) {
    throw new BadDocument('its signature algorithm is not safe')
  }
  const reference = onlyChild(info, 'Reference')
  if (reference.getAttribute('URI') !== `#${signed.getAttribute('ID')}`) {
    throw new BadDocument('a signature is of something else')
  }
  if (!DIGESTS.includes(algorithmOf(onlyChild(reference, 'DigestMethod')))) {
    throw new BadDocument('its digest algorithm is not safe')
  }
  const transforms = childrenOf(onlyChild(reference, 'Transforms')).map(algorithmOf)
  if (transforms.length !== 2 || transforms[0] !== ENVELOPED || transforms[1] !== EXCLUSIVE) {
    throw new BadDocument('a signature has other transforms')
  }
}

function onlyChild(element: Element, name: string): Element {
  const found = childrenNamed(element, DS, name)
  const alike = childrenOf(element).filter(({ localName }) => localName === name)
  if (found.length !== 1 || alike.length !== 1)
    throw new BadDocument(`a signature has not exactly one ${name}`)
  return found[0]
}

const algorithmOf = (element: Element) => element.getAttribute('Algorithm') ?? ''

/** Reads the outer element of an answer. */
export function outsideOf(root: Element): AnswerShape {
  const [issuer] = childrenNamed(root, SAML, 'Issuer')
  const [status] = childrenNamed(root, SAMLP, 'Status')
  const [code] = status ? childrenNamed(status, SAMLP, 'StatusCode') : []
  const [detail] = code ? childrenNamed(code, SAMLP, 'StatusCode') : []
  return {
    inResponseTo: root.getAttribute('InResponseTo') || null,
    destination: root.getAttribute('Destination') || null,
    issuer: issuer ? plainText(issuer) : null,
    status: code?.getAttribute('Value') || null,
    detail: detail?.getAttribute('Value') || null,
  }
}

/** True if the answer has the status of a successful sign-in. */
export const isSuccess = ({ status }: AnswerShape) => status === SUCCESS
