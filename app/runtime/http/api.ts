import { bodies } from '#config/bodies'
import type { Code } from '#kernel/refusals/codes'
import type { Entries } from '#http/api/route_entry'
import { deprecationText, SIGNED_V1 } from '#http/deprecations'
import { inEnvelope, shape } from '#http/api/shapes'
import { AllowanceShape, DenialShape } from './authorization_shape.js'
import { authorizeValidator, releaseValidator } from './runtime_input.js'

const { object, text } = shape

const RUNTIME = { tag: 'Runtime' }

/** The codes with which the checks before the decision can refuse a call (contract#order-of-checks). */
const refuses: Code[] = [
  ...(['UNAUTHORIZED', 'API_KEY_NO_PERMISSIONS', 'PERMISSION_DENIED', 'FORBIDDEN'] as const),
  ...(['SIGNATURE_REQUIRED', 'INVALID_SIGNATURE', 'SIGNATURE_EXPIRED', 'NONCE_REUSED'] as const),
  ...(['SIGNING_NOT_CONFIGURED', 'SIGNING_UNAVAILABLE', 'BAD_REQUEST'] as const),
]

/** The runtime calls bypass the framework, so no middleware declares these facts for the document. */
const reads = {
  credentials: ['apiKey', 'apiKeyBearer'],
  permission: 'license:authorize',
  signed: true,
  bodyLimit: bodies.limits.runtime,
} as const

/** The headers of a signed answer (interface#55-signed-responses). */
const headers = {
  'X-Svc-Signature': 'Ed25519 over version, timestamp, method, path, hash of the body and nonce; base64url.',
  'X-Svc-Signature-KID': 'The key that signed, as `/.well-known/service-keys.json` names it.',
  'X-Svc-Signature-Version': '2 for a call that sent X-Svc-Response-Nonce.',
  'X-Svc-Signature-Timestamp': 'Unix seconds of the answer.',
  'X-Svc-Signature-Body-SHA256': 'Lowercase hex SHA-256 of the body.',
  'X-Svc-Signature-Nonce': 'The nonce of the call.',
}

/** The additional headers of an answer signed in version 1. */
const outdated = {
  Deprecation: 'With version 1 alone: since when it is outdated, as `@` and Unix seconds (RFC 9745).',
  Sunset: 'With version 1 alone: from when on it may end (RFC 8594).',
  Link: 'With version 1 alone: where to read about it.',
}

/** The entries of the API document for the runtime calls of programs. */
export const RUNTIME_API = {
  'authorizations.store': {
    ...RUNTIME,
    summary: 'Ask whether a license may be used',
    description: `The first call activates the license and opens a session; further calls with its \`sessionId\` keep it. A 403 with a \`reasonCode\` is the decision no; a 403 with an \`error\` is about the API key.

${deprecationText('Answers signed in version 1', SIGNED_V1)}`,
    reads,
    body: authorizeValidator,
    fields: {
      hwid: 'What names the device; needed if the policy binds devices.',
      ip: 'An IPv4 or IPv6 address; the one that the call comes from if left out.',
      sessionId: 'The session to keep; a new one is opened if left out.',
      features:
        'Names of features; `granted` says which of them the license has. A missing one is no denial.',
    },
    success: [
      {
        status: 200,
        body: AllowanceShape,
        headers: { ...headers, ...outdated },
        description: 'The license may be used.',
      },
      {
        status: 403,
        body: DenialShape,
        headers: { ...headers, ...outdated },
        description: 'The license may not be used; or an error:',
      },
    ],
    refuses,
    example: {
      productId: '0192f0c1-0000-7000-8000-000000000000',
      licenseKey: 'ABCDE-FGHIJ-KLMNO-PQRST',
      hwid: 'b5bb9d8014a0f9b1d61e21e796d78dcc',
    },
  },
  'releases.store': {
    ...RUNTIME,
    summary: 'End a session',
    description: 'Makes room for another one when the program ends.',
    reads,
    body: releaseValidator,
    success: { ...inEnvelope(200, object({ id: text('The session.') })), headers },
    refuses: [...refuses, 'LICENSE_NOT_FOUND', 'NOT_FOUND', 'FORBIDDEN'],
  },
} satisfies Entries
