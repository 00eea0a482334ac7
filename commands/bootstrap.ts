import { inject } from '@adonisjs/core'
import { BaseCommand, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { randomBytes } from 'node:crypto'
import { PLANS, type Plan } from '#config/settings/plans'
import SetUpMerchant, { type MerchantSetup } from '#catalog/actions/set_up_merchant'
import { databaseFault } from '#kernel/refusals/database_faults'
import { printable } from '#kernel/text/printable'
import Refusal from '#kernel/refusals/refusal'
import { tellProblem } from '#terminal/problems'
import { passwordFromInput } from '#terminal/read_password'
import { secretsOf } from '#terminal/quickstart/handover'
import { migrate } from '#kernel/database/schema'

/** `bootstrap`: creates the first user, org, product and API key of a deployment (contract#ace-commands). */
export default class Bootstrap extends BaseCommand {
  static commandName = 'bootstrap'
  static description = 'Create the first user (a platform admin), an org, a product and an API key'
  static help = [
    'Prints the secrets only once: save them. Without --password, it generates a password.',
    'Example:',
    '  {{ binaryName }} bootstrap --email jane@example.com --org Acme --product Editor',
    '  {{ binaryName }} bootstrap --email jane@example.com --password-stdin < password.txt',
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
    const given = this.passwordStdin ? await passwordFromInput() : this.password
    const password = given ?? randomBytes(15).toString('base64url')
    const problem = this.#problem(password)
    if (problem) return this.#fail(problem)
    await migrate()
    try {
      this.#print(password, await setUp.execute(this.#merchant(password)))
    } catch (error) {
      if (error instanceof Refusal) return this.#fail(error.message)
      if (databaseFault(error) !== 'duplicate') throw error
      const grant = `npm run ace -- admin:grant ${this.email}`
      this.#fail(`${this.email} has an account already: use another address, or ${grant}`)
    }
  }

  #merchant(password: string) {
    return {
      email: this.email!,
      password,
      orgName: this.org,
      productName: this.product,
      plan: this.plan as Plan,
    }
  }

  #problem(password: string): string | null {
    if (!/^[^@\s]+@[^@\s]+$/.test(this.email ?? ''))
      return `--email needs an email address, not "${this.email ?? ''}"`
    if (password.length < 10 || password.length > 128) return 'The password must have 10 to 128 characters'
    if (!PLANS.includes(this.plan as Plan)) return `--plan is one of ${PLANS.join(', ')}, not "${this.plan}"`
    return null
  }

  #fail(message: string) {
    this.exitCode = 1
    tellProblem({ code: 'VALIDATION_ERROR', message }, this.json, (line) => this.logger.error(line))
  }

  #print(password: string, { userId, orgId, productId, apiKey, runtimeKey }: MerchantSetup) {
    const result = {
      email: this.email,
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
