import { inject } from '@adonisjs/core'
import { args } from '@adonisjs/core/ace'
import SetPlan from '#accounts/actions/set_plan'
import { PLANS, type Plan } from '#config/settings/plans'
import { invalidField } from '#kernel/refusals/refusal'
import ServiceCommand from '#terminal/service_command'

/** `plan:set`: sets a user's plan, which limits the API calls of the user's orgs (interface#buckets-by-credential). */
export default class PlanSet extends ServiceCommand {
  static commandName = 'plan:set'
  static description = 'Set the plan of a user, which limits the calls of the API keys of their orgs'
  static help = ['Example:', '  {{ binaryName }} plan:set jane@example.com business']

  @args.string({ description: 'Email address of the user' })
  declare email: string

  @args.string({ description: PLANS.join(', ') })
  declare plan: string

  @inject()
  async run(setPlan: SetPlan) {
    const { email, plan } = this
    if (!isPlan(plan)) {
      throw invalidField('plan', `The plan must be one of ${PLANS.join(', ')}, not "${plan}"`)
    }
    await setPlan.execute(email, plan)
    this.answer({ email, plan }, () => this.logger.success(`${email} has the plan ${plan}`))
  }
}

function isPlan(name: string): name is Plan {
  return PLANS.some((plan) => plan === name)
}
