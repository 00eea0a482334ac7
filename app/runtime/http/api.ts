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
  'X-Svc-Signature':
    'The Ed25519 signature over version, timestamp, method, path, hash of the body and nonce, as base64url.',
  'X-Svc-Signature-KID': 'The `kid` of the signing key in `/.well-known/service-keys.json`.',
  'X-Svc-Signature-Version': '2 if the call sent X-Svc-Response-Nonce.',
  'X-Svc-Signature-Timestamp': 'The time of the response in Unix seconds.',
  'X-Svc-Signature-Body-SHA256': 'The SHA-256 of the body in lowercase hex.',
  'X-Svc-Signature-Nonce': 'The nonce of the call.',
}

/** The additional headers of an answer signed in version 1. */
const outdated = {
  Deprecation: 'Version 1 only: the time since which it is deprecated, as `@` and Unix seconds (RFC 9745).',
  Sunset: 'Version 1 only: the time from which it may be removed (RFC 8594).',
  Link: 'Version 1 only: a page about the deprecation.',
}

/** The entries of the API document for the runtime calls of programs. */
export const RUNTIME_API = {
  'authorizations.store': {
    ...RUNTIME,
    summary: 'Ask whether a license may be used',
    description: `The first call activates the license and opens a session. Later calls with its \`sessionId\` keep the session alive. A 403 with a \`reasonCode\` is a denial: the license may not be used. A 403 with an \`error\` means that the API key is not allowed to make the call.

${deprecationText('Answers signed in version 1', SIGNED_V1)}`,
    reads,
    body: authorizeValidator,
    fields: {
      hwid: 'An identifier of the device. Required if the policy binds devices.',
      ip: 'An IPv4 or IPv6 address. Default: the address from which the call comes.',
      sessionId:
        'The session to keep alive. If you omit it, the call continues the live session of its device, or opens a new one.',
      features:
        'Names of features. `granted` shows which of them the license has. A missing feature does not cause a denial.',
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
        description: 'The license may not be used, or the call failed with one of these errors:',
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
    description: 'Call this when the program ends. It frees the session for another copy of the program.',
    reads,
    body: releaseValidator,
    success: { ...inEnvelope(200, object({ id: text('The id of the session.') })), headers },
    refuses: [...refuses, 'LICENSE_NOT_FOUND', 'NOT_FOUND', 'FORBIDDEN'],
  },
} satisfies Entries
