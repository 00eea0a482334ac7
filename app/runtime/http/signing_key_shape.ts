import type { Static } from 'typebox'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import type { toServiceKeys } from './signing_key_transformer.js'

const { choice, exactly, list, moment, named, nullable, object, text } = shape

const ServiceKeyShape = named(
  'ServiceKey',
  {
    kid: text(),
    kty: exactly('OKP'),
    crv: exactly('Ed25519'),
    x: text('The public key, base64url.'),
    use: exactly('sig'),
    alg: exactly('EdDSA'),
    status: choice(['active', 'retired', 'compromised']),
    createdAt: moment(),
    retiredAt: nullable(moment('The time when the key stopped signing.')),
  },
  'A public key as a JWK.'
)

/** The public key set for verifiers (contract#signed-responses). */
export const ServiceKeysShape = object({ keys: list(ServiceKeyShape) })
same<ReturnType<typeof toServiceKeys>, Static<typeof ServiceKeysShape>>(true)
