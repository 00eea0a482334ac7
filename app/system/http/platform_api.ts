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
          'Requests with API keys in the windows that are open; null while the store of the limits is away.'
        )
      ),
    }),
  },
  'The plan of an org, what it allows and what is in use.'
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
        providerSignIn: flag('Whether users sign in by what they have linked.'),
        mailConfigured: flag('Whether mail is sent; otherwise it goes to the log, or waits.'),
        portal: flag('Whether orgs can open a portal for their end users.'),
        limits: object({
          importBytes: whole('The largest file of an import.'),
          importRows: whole('The most records of an import.'),
          bulkLicenses: whole('The most licenses that a bulk call can name.'),
          bodyBytes: whole('The largest ordinary body.'),
        }),
      }),
    }),
  },
  'org_plans.show': {
    tag: 'Orgs',
    summary: 'Read the plan of an org and its usage',
    description: 'The plan is that of the owner. A limit of -1 is none.',
    success: answersWith<OrgPlansController['show']>()(OrgPlanShape),
    refuses: ['VALIDATION_ERROR'],
  },
  'admin_queues.index': {
    tag: 'Platform',
    summary: 'Read how the queues are',
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
          oldestWaiting: nullable(moment('Since when the oldest job waits.')),
        })
      ),
    }),
    refuses: ['VALIDATION_ERROR'],
  },
} satisfies Entries
