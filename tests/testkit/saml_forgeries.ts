import { createHmac, verify } from 'node:crypto'
import { CERTIFICATES, newXmlId, partsOf, signed, unsignedAnswer, type Said } from './saml_idp.js'

/** Prefixes of the names in XML signatures. */
const CORE = 'http://www.w3.org/2000/09/xmldsig#'
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#'

/** Another identity: another address, and a sign-in that was started at another connection. */
type Other = Pick<Said, 'email' | 'requestId' | 'sp'>

/** The longest time between signing and the verdict: the timeout of a functional test. Seconds. */
export const TEST_TIME = 30

/**
 * Forgeries of a signed answer, by name: wrapped, cut, weakly signed, meant for another recipient, or not valid at this
 * time.
 */
export function forgeriesOf(xml: string, said: Said, other: Other): Record<string, string> {
  const { assertion, signature, bare } = partsOf(xml)
  const evil = bare.replaceAll(said.email, other.email)
  const evilId = evil.replace(/ID="[^"]+"/, 'ID="_evil"')
  const unsigned = unsignedAnswer(said)
  const inside = (outer: string, inner: string) =>
    outer.replace('</saml:Assertion>', `${inner}</saml:Assertion>`)
  const inObject = (what: string) =>
    signature.replace('</ds:Signature>', `<ds:Object>${what}</ds:Object></ds:Signature>`)
  const response = /<samlp:Response[^>]*>/.exec(xml)![0]
  return {
    'not signed': unsigned,
    'signed by another key': signed(unsigned, 'next'),
    'changed afterwards': xml.replaceAll(said.email, other.email),
    XSW1: xml
      .replace(assertion, `${evilId}`)
      .replace(
        '</samlp:Response>',
        `${signature.replace('</ds:Signature>', `<ds:Object>${response}${bare}</samlp:Response></ds:Object></ds:Signature>`)}</samlp:Response>`
      ),
    XSW2: xml.replace(assertion, `${signature}${response}${bare}</samlp:Response>${evilId}`),
    XSW3: xml.replace(assertion, `${evilId}${assertion}`),
    XSW4: xml.replace(assertion, inside(evilId, assertion)),
    XSW5: xml.replace(assertion, `${inside(evilId, signature)}${bare}`),
    XSW6: xml.replace(assertion, inside(evilId, inObject(bare))),
    XSW7: xml.replace(assertion, `<samlp:Extensions>${assertion}</samlp:Extensions>${evilId}`),
    XSW8: xml.replace(assertion, inside(evilId, inObject(bare.replace(/<saml:Subject>/, '<saml:Subject>')))),
    'in Advice': xml.replace(assertion, inside(assertion, `<saml:Advice>${evilId}</saml:Advice>`)),
    'two assertions': xml.replace(
      assertion,
      `${assertion}${assertion.replaceAll(/ID="[^"]+"/g, `ID="${newXmlId()}"`)}`
    ),
    'one ID twice': xml.replace(
      /<samlp:Response ([^>]*?)ID="[^"]+"/,
      (_, rest: string) => `<samlp:Response ${rest}ID="${/<saml:Assertion ID="([^"]+)"/.exec(xml)![1]}"`
    ),
    'a comment in the name': signed(
      unsignedAnswer({ ...said, nameXml: `${other.email}<!---->.evil.example` })
    ),
    'a comment afterwards': xml.replace(`<saml:NameID>${said.email}`, `<saml:NameID>${said.email}<!-- -->`),
    'a DOCTYPE': `<!DOCTYPE x []>${xml}`,
    'an entity': `<!DOCTYPE x [<!ENTITY a "b">]>${xml.replace(said.email, '&a;')}`,
    'a processing instruction': xml.replace('<saml:Issuer>', '<?php x ?><saml:Issuer>'),
    'HMAC-SHA256 with the public key': keyedByCertificate(xml, 'sha256', `${MORE}hmac-sha256`),
    'HMAC-SHA1 with the public key': keyedByCertificate(xml, 'sha1', `${CORE}hmac-sha1`),
    'SHA-1': signed(unsigned, 'idp', `${CORE}rsa-sha1`),
    'two references': xml.replace(/<ds:Reference[\s\S]*<\/ds:Reference>/, '$&$&'),
    'another transform': xml.replace(
      `${CORE}enveloped-signature`,
      'http://www.w3.org/TR/1999/REC-xpath-19991116'
    ),
    'canonicalized with comments': xml.replace(
      /CanonicalizationMethod Algorithm="[^"]+"/,
      'CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#WithComments"'
    ),
    unsolicited: signed(unsignedAnswer({ ...said, requestId: newXmlId() })),
    'without InResponseTo': xml.replace(/ InResponseTo="[^"]+"/, ''),
    'of a request of another connection': signed(unsignedAnswer({ ...said, requestId: other.requestId })),
    'confirmed for another request': signed(unsignedAnswer({ ...said, confirmed: other.requestId })),
    'wrong audience': signed(unsignedAnswer({ ...said, audience: other.sp.entityId })),
    'wrong destination': signed(unsignedAnswer({ ...said, destination: other.sp.acsUrl })),
    'wrong recipient': signed(unsignedAnswer({ ...said, recipient: other.sp.acsUrl })),
    'wrong issuer': signed(unsignedAnswer({ ...said, issuer: 'https://evil.example' })),
    // Exceeds the allowed clock skew by the longest time that the test may take, because this answer becomes valid with
    // time.
    'not yet good': signed(unsignedAnswer({ ...said, from: 61 + TEST_TIME })),
    'no longer good': signed(unsignedAnswer({ ...said, until: -61 })),
    'a refusal': signed(unsignedAnswer({ ...said, status: 'Responder' })),
    'nested too deeply': xml.replace(assertion, `${'<x>'.repeat(70)}${'</x>'.repeat(70)}${assertion}`),
    'too many elements': xml.replace(assertion, `${'<x/>'.repeat(2100)}${assertion}`),
    'not well formed': xml.slice(0, -5),
  }
}

const SOMEBODY = {
  email: 'ada@somewhere.example',
  requestId: newXmlId(),
  sp: { entityId: 'https://sp.example', acsUrl: 'https://sp.example/acs' },
}

/** The names of all forgeries. */
export const FORGERIES = Object.keys(forgeriesOf(signed(unsignedAnswer(SOMEBODY)), SOMEBODY, SOMEBODY))

/**
 * Signs again with an HMAC whose key is the certificate, which is public. A verifier that trusts the algorithm named in
 * the answer accepts it.
 */
function keyedByCertificate(xml: string, digest: 'sha1' | 'sha256', algorithm: string): string {
  const value = /<ds:SignatureValue>([^<]+)</.exec(xml)![1]
  if (!verify('RSA-SHA256', canonicalInfo(xml), CERTIFICATES.idp, Buffer.from(value, 'base64'))) {
    throw new Error('The canonical form of SignedInfo is another one')
  }
  const forged = xml.replace(`${MORE}rsa-sha256`, algorithm)
  const hmac = createHmac(digest, CERTIFICATES.idp).update(canonicalInfo(forged)).digest('base64')
  return forged.replace(value, hmac)
}

/** The bytes that a signature signs: the exclusive canonical form of SignedInfo. */
function canonicalInfo(xml: string): Buffer {
  const info = /<ds:SignedInfo>[\s\S]*<\/ds:SignedInfo>/.exec(xml)![0]
  const named = info.replace('<ds:SignedInfo>', `<ds:SignedInfo xmlns:ds="${CORE}">`)
  return Buffer.from(named.replace(/<(ds:\w+)([^>]*?)\s*\/>/g, '<$1$2></$1>'))
}
