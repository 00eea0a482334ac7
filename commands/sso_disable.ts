import { inject } from '@adonisjs/core'
import { args } from '@adonisjs/core/ace'
import { isUuid } from '#kernel/text/uuid'
import { SYSTEM } from '#kernel/audit/audit'
import { invalidField } from '#kernel/refusals/refusal'
import { noSuch } from '#kernel/refusals/refusals'
import SetUpSso from '#sso/actions/set_up_sso'
import ServiceCommand from '#terminal/service_command'

/** `sso:disable`: switches SSO off for an org that has locked itself out (contract/13-sso). */
export default class SsoDisable extends ServiceCommand {
  static commandName = 'sso:disable'
  static description = 'Switch off the SSO of an org, and end its SSO sessions'
  static help = ['Example:', '  {{ binaryName }} sso:disable 0192f3a4-0000-7000-8000-000000000000']

  @args.string({ description: 'Id of the org; npm run ace -- orgs:list shows it' })
  declare org: string

  @inject()
  async run(setUp: SetUpSso) {
    const { org } = this
    if (!isUuid(org))
      throw invalidField('org', 'The org must be the id of an org: npm run ace -- orgs:list shows it')
    const connectionId = await setUp.disable(org, SYSTEM)
    if (!connectionId) throw noSuch('SSO connection')
    this.answer({ orgId: org, connectionId }, () =>
      this.logger.success('SSO is off, and its sessions have ended')
    )
  }
}
