import { LICENSE_STATUSES } from '#licensing/rules/license'
import { DENIALS, type ReasonCode } from '#runtime/rules/denials'
import { FeaturesShape, GrantedShape } from '#catalog/http/features_shape'
import { shape } from '#http/api/shapes'

const { anyObject, choice, exactly, flag, moment, named, nullable, object, optional, text, uuid } = shape

const decision = {
  allow: exactly(true),
  effectiveExpiresAt: nullable(moment('When the license ends, everything counted; null is never.')),
}

/**
 * The answer to an allowed call (contract#allowed-answer). The service writes this answer as text, so no type can be
 * compared with the shape; the tests check every answer against it.
 */
export const AllowanceShape = named(
  'Allowance',
  {
    ok: exactly(true),
    ...decision,
    data: object({
      ...decision,
      licenseId: uuid(),
      status: choice(LICENSE_STATUSES),
      activatedAt: nullable(moment('When a program used it first.')),
      wasActivated: flag('Whether this very call activated it.'),
      sessionId: text('Send it with the next call to keep the session, and to release it.'),
      sessionExpiresAt: moment('The session ends then unless another call keeps it.'),
      metadata: anyObject('What the merchant keeps with the license.'),
      tier: nullable(text('The code of its tier.')),
      features: FeaturesShape,
      granted: optional(GrantedShape),
    }),
  },
  'The license may be used.'
)

const REASONS = Object.keys(DENIALS) as [ReasonCode, ...ReasonCode[]]

/** The answer to a denied call (interface#73-authorize-reason-codes). */
export const DenialShape = named(
  'Denial',
  {
    ok: exactly(false),
    allow: exactly(false),
    reasonCode: choice(
      REASONS,
      Object.entries(DENIALS)
        .map(([code, said]) => `\`${code}\`: ${said}.`)
        .join('\n\n')
    ),
    message: text(),
  },
  'The license may not be used. It is a decision and no error: do not repeat the call.'
)
