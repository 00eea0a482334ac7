import type { Entries, Success } from '#http/api/route_entry'
import { answers, answersBare, shape } from '#http/api/shapes'
import { CountsShape } from '#analytics/http/analytics_shape'
import { OperationShape } from '#operations/http/operation_shape'
import { OrgShape } from '#orgs/http/org_shape'
import { activeOrgValidator } from '#orgs/http/org_input'
import { ServiceKeysShape } from '#runtime/http/signing_key_shape'
import type ActiveOrgsController from './active_orgs_controller.js'
import type HealthController from './health_controller.js'
import { HealthShape } from './health_shape.js'
import { PLATFORM_API } from './platform_api.js'
import type SecurityContactsController from './security_contacts_controller.js'
import type ServiceKeysController from './service_keys_controller.js'
import type StatusController from './status_controller.js'

const { choice, exactly, list, moment, object, text, uuid, whole } = shape

const SYSTEM = { tag: 'System' }

/** The same body with status 200 or 503. */
const or503 = (well: Success, description: string): Success[] => [well, { ...well, status: 503, description }]

const overview = {
  tag: 'Orgs',
  success: answers<ActiveOrgsController['show']>()({
    orgId: uuid(),
    licenses: object({ total: whole(), byStatus: CountsShape }),
    operations: list(OperationShape, 'The ten newest.'),
    webhooks: object({
      endpoints: whole(),
      enabled: whole(),
      failing: whole('Enabled endpoints whose last attempt failed.'),
      pending: whole('Deliveries that wait.'),
    }),
  }),
}

/** The public routes about the service itself, in the API document. */
export const SYSTEM_API = {
  ...PLATFORM_API,
  'health.show': {
    ...SYSTEM,
    summary: 'Read how the service is',
    description: 'For monitors. `cause` is shown to platform admins and on the machine itself.',
    success: or503(answersBare<HealthController['show']>()(HealthShape), 'Something is down.'),
  },
  'health.live': {
    ...SYSTEM,
    summary: 'Ask whether the process lives',
    description: 'It asks no store.',
    success: answersBare<HealthController['live']>()(object({ status: exactly('ok') })),
  },
  'health.ready': {
    ...SYSTEM,
    summary: 'Ask whether requests may be sent here',
    success: or503(
      answersBare<HealthController['ready']>()(
        object({ status: choice(['ok', 'error', 'starting', 'stopping']) })
      ),
      'Send requests elsewhere.'
    ),
  },
  'status.show': {
    ...SYSTEM,
    summary: 'Read the version',
    success: answers<StatusController['show']>()({
      version: text(),
      environment: choice(['production', 'test', 'development']),
      startedAt: moment(),
    }),
  },
  'service_keys.show': {
    ...SYSTEM,
    summary: 'Read the public keys of signed answers',
    description: 'A JWK set without the envelope, for any origin. Keep them for a minute.',
    success: {
      ...answersBare<ServiceKeysController['show']>()(ServiceKeysShape),
      headers: {
        'Cache-Control': '`public, max-age=60`',
        'Access-Control-Allow-Origin': '`*`',
      },
    },
  },
  'security_contacts.show': {
    ...SYSTEM,
    summary: 'Read whom to tell of a vulnerability',
    description: 'RFC 9116; NOT_FOUND where the operator has set no SECURITY_CONTACT.',
    success: {
      ...answersBare<SecurityContactsController['show']>()(text('The file.')),
      type: 'text/plain',
    },
    refuses: ['NOT_FOUND'],
  },
  'active_orgs.store': {
    tag: 'Orgs',
    summary: 'Choose the org to work in',
    body: activeOrgValidator,
    success: answers<ActiveOrgsController['store']>()({ org: OrgShape }),
    refuses: ['ORG_NOT_FOUND', 'FORBIDDEN'],
  },
  'active_orgs.show': {
    ...overview,
    summary: 'Read an overview of the org you work in',
    description: 'That is the org you chose last, or your only one.',
  },
  'orgs.overview': { ...overview, summary: 'Read an overview of an org' },
} satisfies Entries
