import { LICENSE_STATUSES } from '#licensing/rules/license'
import { DENIALS, type ReasonCode } from '#runtime/rules/denials'
import { FeaturesShape, GrantedShape } from '#catalog/http/features_shape'
import { shape } from '#http/api/shapes'

const { anyObject, choice, exactly, flag, moment, named, nullable, object, optional, text, uuid } = shape

const decision = {
  allow: exactly(true),
  effectiveExpiresAt: nullable(
    moment('The time when the license expires, with all limits and pauses counted. null: it never expires.')
  ),
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
      activatedAt: nullable(moment('The time of the first use by a program.')),
      wasActivated: flag('Whether this call activated the license.'),
      sessionId: text('Send it with the next call to keep the session alive, or to release the session.'),
      sessionExpiresAt: moment('The session ends at this time unless another call keeps it alive.'),
      metadata: anyObject('The data that the merchant stores with the license.'),
      tier: nullable(text('The code of the tier of the license.')),
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
  'The license may not be used. This is a decision, not an error: do not retry the call.'
)
