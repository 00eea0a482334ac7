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
    operations: list(OperationShape, 'The ten newest operations.'),
    webhooks: object({
      endpoints: whole(),
      enabled: whole(),
      failing: whole('The number of enabled endpoints whose last attempt failed.'),
      pending: whole('The number of pending deliveries.'),
    }),
  }),
}

/** The public routes about the service itself, in the API document. */
export const SYSTEM_API = {
  ...PLATFORM_API,
  'health.show': {
    ...SYSTEM,
    summary: 'Read the health of the service',
    description:
      'For monitoring. `cause` is shown only to platform admins and to calls from the machine itself.',
    success: or503(answersBare<HealthController['show']>()(HealthShape), 'A part of the service is down.'),
  },
  'health.live': {
    ...SYSTEM,
    summary: 'Check that the process is alive',
    description: 'This check does not contact any store.',
    success: answersBare<HealthController['live']>()(object({ status: exactly('ok') })),
  },
  'health.ready': {
    ...SYSTEM,
    summary: 'Check that the process can take requests',
    success: or503(
      answersBare<HealthController['ready']>()(
        object({ status: choice(['ok', 'error', 'starting', 'stopping']) })
      ),
      'The process is not ready. Send requests to another process.'
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
    summary: 'Read the public keys for signed responses',
    description: 'A JWK set without the envelope. Pages of any origin can read it. Cache it for one minute.',
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
    summary: 'Read the security contact',
    description:
      'A security.txt file (RFC 9116) that says where to report a vulnerability. The status is 404 if the operator has not set SECURITY_CONTACT.',
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
    description: 'This is the org that you chose last, or your only org.',
  },
  'orgs.overview': { ...overview, summary: 'Read an overview of an org' },
} satisfies Entries
