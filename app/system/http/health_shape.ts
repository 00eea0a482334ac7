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
      '`down`: the service cannot handle requests correctly. `degraded`: an operator needs to act.'
    ),
    latencyMs: optional(whole()),
    cause: optional(
      text('The cause of the state. Shown only to platform admins and to calls from the machine itself.')
    ),
  },
  'The health of a part of the service.'
)

/** The state of all parts (contract#health). */
export const HealthShape = named(
  'Health',
  {
    status: choice(['ok', 'degraded', 'error'], 'The worst status of all checks.'),
    checks: object({
      postgres: CheckShape,
      queues: CheckShape,
      drive: CheckShape,
      mail: optional(CheckShape),
      signing: optional(CheckShape),
    }),
  },
  'The health of the service and its stores.'
)
same<Health, Static<typeof HealthShape>>(true)
