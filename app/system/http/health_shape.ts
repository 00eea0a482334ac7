import type { Static } from 'typebox'
import type { Health } from '#system/health/service_health'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'

const { choice, named, object, optional, text, whole } = shape

const CheckShape = named(
  'Check',
  {
    status: choice(
      ['ok', 'degraded', 'down'],
      '`down`: calls cannot be answered rightly; `degraded`: something waits for an operator.'
    ),
    latencyMs: optional(whole()),
    cause: optional(text('Why; for platform admins and on the machine itself.')),
  },
  'How a part of the service is.'
)

/** The state of all parts (contract#health). */
export const HealthShape = named(
  'Health',
  {
    status: choice(['ok', 'degraded', 'error'], 'That of the worst check.'),
    checks: object({
      postgres: CheckShape,
      queues: CheckShape,
      drive: CheckShape,
      mail: optional(CheckShape),
      signing: optional(CheckShape),
    }),
  },
  'How the service and its stores are.'
)
same<Health, Static<typeof HealthShape>>(true)
