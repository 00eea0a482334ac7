import { createHmac } from 'node:crypto'
import { pathOf, requestString } from '#kernel/signing/canonical_string'
import { AUTHORIZE, body, NONCE, NOW, RELEASE, sha256, SIGNING_SECRET } from './given.js'

type Request = { name: string; method?: string; target?: string; nonce?: string; body: string }

const productId = '0192f0c1-0000-7000-8000-000000000000'

const REQUESTS: Request[] = [
  { name: 'authorize', body: body({ productId, licenseKey: 'README-0001', hwid: 'my-device' }) },
  {
    name: 'release',
    target: RELEASE,
    body: body({ productId, licenseKey: 'README-0001', sessionId: '0192f0c1-0000-7000-8000-00000000000a' }),
  },
  { name: 'bytes beyond ASCII', body: body({ productId, licenseKey: 'ŽLUŤOUČKÝ-1', hwid: '設備 ☃ 🗝' }) },
  { name: 'empty body', body: '' },
  {
    name: 'query string, which is not signed',
    target: `${AUTHORIZE}?trace=1&why=%3F`,
    body: body({ productId }),
  },
  { name: 'method in lowercase, signed in uppercase', method: 'post', body: body({ productId }) },
  { name: 'spaces and line feeds of a body are signed as they are', body: '{ "productId":\n\t"" }\r\n' },
  { name: 'shortest nonce', nonce: 'abcdefghijklmn_-', body: '{}' },
]

/** Requests, each with the string to sign and its HMAC, as the service computes them. */
export function requests() {
  return REQUESTS.map(({ name, method = 'POST', target = AUTHORIZE, nonce = NONCE, body: sent }) => {
    const timestamp = String(NOW)
    const bodySha256 = sha256(sent)
    const signedText = requestString(method, pathOf(target), { timestamp, nonce }, bodySha256)
    const signature = createHmac('sha256', SIGNING_SECRET).update(signedText).digest('hex')
    return { name, method, target, timestamp, nonce, body: sent, bodySha256, signedText, signature }
  })
}
