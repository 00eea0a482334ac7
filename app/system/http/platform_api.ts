import type { Entries } from '#http/api/route_entry'
import { answers, answersWith, shape } from '#http/api/shapes'
import { PLANS } from '#config/settings/plans'
import type AdminQueuesController from './admin_queues_controller.js'
import type ConsoleFactsController from './console_facts_controller.js'
import type OrgPlansController from './org_plans_controller.js'

const { choice, flag, list, moment, named, nullable, object, text, whole } = shape

/** The plan of an org, its limits and its usage (contract/14-billing). */
const OrgPlanShape = named(
  'OrgPlan',
  {
    plan: choice(PLANS),
    limits: object({
      requestsPerMinute: object({ perKey: whole(), perProduct: whole() }),
      products: whole(),
      apiKeysPerProduct: whole(),
      endpointsPerProduct: whole(),
      members: whole(),
      openOperations: whole(),
      storedMib: whole(),
    }),
    usage: object({
      licenses: whole(),
      requestsThisMinute: nullable(
        whole(
          'The number of API key requests in the current rate limit windows. null while the store of the limits is unavailable.'
        )
      ),
    }),
  },
  'The plan of an org, with its limits and the current usage.'
)

/** The routes for a console and for platform admins, in the API document. */
export const PLATFORM_API = {
  'console_facts.show': {
    tag: 'System',
    summary: 'Read what a console needs before sign-in',
    success: answers<ConsoleFactsController['show']>()({
      console: object({
        name: text(),
        version: text(),
        signUp: choice(['open', 'invited', 'closed'], 'Who may sign up.'),
        providers: list(text(), 'Identity providers that users can link.'),
        providerSignIn: flag('Whether users can sign in with a linked account.'),
        mailConfigured: flag(
          'Whether a mail server is configured. Otherwise mail is written to the log or waits.'
        ),
        portal: flag('Whether orgs can open a portal for their end users.'),
        limits: object({
          importBytes: whole('The maximum size of an import file in bytes.'),
          importRows: whole('The maximum number of records in an import.'),
          bulkLicenses: whole('The maximum number of licenses that a bulk request can list.'),
          bodyBytes: whole('The maximum size of an ordinary request body in bytes.'),
        }),
      }),
    }),
  },
  'org_plans.show': {
    tag: 'Orgs',
    summary: 'Read the plan of an org and its usage',
    description: 'The plan of the org is the plan of its owner. A limit of -1 means unlimited.',
    success: answersWith<OrgPlansController['show']>()(OrgPlanShape),
    refuses: ['VALIDATION_ERROR'],
  },
  'admin_queues.index': {
    tag: 'Platform',
    summary: 'Read the state of the queues',
    success: answers<AdminQueuesController['index']>()({
      backend: choice(['redis', 'postgres']),
      queues: list(
        object({
          name: text(),
          paused: flag(),
          waiting: whole(),
          prioritized: whole(),
          active: whole(),
          delayed: whole(),
          completed: whole(),
          failed: whole(),
          oldestWaiting: nullable(moment('The time since which the oldest job waits.')),
        })
      ),
    }),
    refuses: ['VALIDATION_ERROR'],
  },
} satisfies Entries
