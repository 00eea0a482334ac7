import { inject } from '@adonisjs/core'
import { BaseCommand, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { randomBytes } from 'node:crypto'
import { PLANS } from '#config/settings/plans'
import vine from '@vinejs/vine'
import { emailAddress } from '#accounts/http/auth_input'
import SetUpMerchant, { type FirstMerchant, type MerchantSetup } from '#catalog/actions/set_up_merchant'
import { productProblems } from '#catalog/rules/product'
import { databaseFault } from '#kernel/refusals/database_faults'
import { printable } from '#kernel/text/printable'
import Refusal, { invalidField } from '#kernel/refusals/refusal'
import { orgName } from '#orgs/http/org_input'
import { reportRefusals } from '#terminal/report_refusals'
import { passwordFromInput } from '#terminal/read_password'
import { secretsOf } from '#terminal/quickstart/handover'
import { migrate } from '#kernel/database/schema'

const validator = vine.create({ email: emailAddress(), org: orgName() })

/** `bootstrap`: creates the first user, org, product and API key of a deployment (contract#ace-commands). */
export default class Bootstrap extends BaseCommand {
  static commandName = 'bootstrap'
  static description = 'Create the first user (a platform admin), an org, a product and an API key'
  static help = [
    'Prints the secrets only once: save them. Without --password, it generates a password.',
    'Example:',
    '  {{ binaryName }} bootstrap --email jane@example.com \\',
    '    --org Acme --product Editor',
    '  {{ binaryName }} bootstrap --email jane@example.com \\',
    '    --password-stdin < password.txt',
  ]
  static options: CommandOptions = { startApp: true }

  @flags.string({ description: 'Email address of the user (required)' })
  declare email?: string

  @flags.string({ description: 'Password, 10 to 128 characters; generated if omitted' })
  declare password?: string

  @flags.boolean({
    description: 'Read the password from standard input, so that the shell history does not store it',
  })
  declare passwordStdin: boolean

  @flags.string({ description: 'Name of the org', default: 'My org' })
  declare org: string

  @flags.string({ description: 'Name of the product', default: 'My product' })
  declare product: string

  @flags.string({ description: `Plan of the user: ${PLANS.join(', ')}`, default: 'enterprise' })
  declare plan: string

  @flags.boolean({ description: 'Print one JSON object' })
  declare json: boolean

  @inject()
  async run(setUp: SetUpMerchant) {
    await reportRefusals(this, async () => {
      const given = this.passwordStdin ? await passwordFromInput() : this.password
      const merchant = await this.#merchant(given ?? randomBytes(15).toString('base64url'))
      await migrate()
      try {
        this.#print(merchant, await setUp.execute(merchant))
      } catch (error) {
        if (databaseFault(error) !== 'duplicate') throw error
        const grant = `npm run ace -- admin:grant ${merchant.email}`
        const message = `${merchant.email} has an account already: use another address, or ${grant}`
        throw new Refusal('CONFLICT', { message })
      }
    })
  }

  /**
   * The merchant as the flags describe it, with the checks of the API.
   * @throws a VALIDATION_ERROR that names the flag. The action checks the password.
   */
  async #merchant(password: string): Promise<FirstMerchant> {
    const { email, org } = await validator.validate({ email: this.email, org: this.org })
    const [problem] = productProblems({ name: this.product })
    if (problem) throw invalidField('product', `--product: ${problem.message}`)
    const plan = PLANS.find((one) => one === this.plan)
    if (!plan) throw invalidField('plan', `--plan is one of ${PLANS.join(', ')}, not "${this.plan}"`)
    return { email, password, orgName: org, productName: this.product, plan }
  }

  #print({ email, password }: FirstMerchant, made: MerchantSetup) {
    const { userId, orgId, productId, apiKey, runtimeKey } = made
    const result = {
      email,
      password,
      userId,
      orgId,
      productId,
      apiKey: secretsOf(apiKey),
      runtimeKey: secretsOf(runtimeKey),
    }
    if (this.json) return void process.stdout.write(`${printable(JSON.stringify(result))}\n`)
    const table = this.ui.table()
    table.head(['What', 'Value'])
    for (const [name, value] of Object.entries(result)) {
      if (typeof value !== 'object') table.row([name, printable(String(value))])
      else for (const [part, text] of Object.entries(value)) table.row([`${name}.${part}`, text])
    }
    table.render()
    this.logger.info('The password, the keys and the signing secrets are not shown again')
    this.logger.info('Use runtimeKey in the programs of end users: it can only authorize')
  }
}
