import { inject } from '@adonisjs/core'
import { BaseCommand, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { randomBytes } from 'node:crypto'
import SetUpMerchant, { type MerchantSetup } from '#actions/setup/set_up_merchant'
import { databaseFault } from '#exceptions/database_faults'
import Refusal from '#exceptions/refusal'
import { migrate } from '#services/schema'

/** `bootstrap`: the first user, org, product and API key of a deployment (contract 7). */
export default class Bootstrap extends BaseCommand {
  static commandName = 'bootstrap'
  static description = 'Create the first user (a platform admin), an org, a product and an API key'
  static help = [
    'Prints the secrets once: keep them. Without --password one is made up.',
    'Example:',
    '  {{ binaryName }} bootstrap --email jane@example.com --org Acme --product Editor',
  ]
  static options: CommandOptions = { startApp: true }

  @flags.string({ description: 'Email address of the user (needed)' })
  declare email?: string

  @flags.string({ description: 'Password, 10 to 128 characters; made up when left out' })
  declare password?: string

  @flags.string({ description: 'Name of the org', default: 'My org' })
  declare org: string

  @flags.string({ description: 'Name of the product', default: 'My product' })
  declare product: string

  @flags.boolean({ description: 'Print one JSON object' })
  declare json: boolean

  @inject()
  async run(setUp: SetUpMerchant) {
    const password = this.password ?? randomBytes(15).toString('base64url')
    const problem = this.#problem(password)
    if (problem) return this.#fail(problem)
    await migrate()
    try {
      this.#print(password, await setUp.execute(this.#merchant(password)))
    } catch (error) {
      if (error instanceof Refusal) return this.#fail(error.message)
      if (databaseFault(error) !== 'duplicate') throw error
      this.#fail(
        `${this.email} has an account already: use another address, or ace admin:grant ${this.email}`
      )
    }
  }

  #merchant(password: string) {
    return { email: this.email!, password, orgName: this.org, productName: this.product }
  }

  #problem(password: string): string | null {
    if (!/^[^@\s]+@[^@\s]+$/.test(this.email ?? ''))
      return `--email needs an email address, not "${this.email ?? ''}"`
    if (password.length < 10 || password.length > 128) return 'The password needs 10 to 128 characters'
    return null
  }

  #fail(message: string) {
    this.exitCode = 1
    this.logger.error(message)
  }

  #print(password: string, { userId, orgId, productId, apiKey }: MerchantSetup) {
    const { id, key, signingSecret } = apiKey
    const result = {
      email: this.email,
      password,
      userId,
      orgId,
      productId,
      apiKey: { id, key, signingSecret },
    }
    if (this.json) return void process.stdout.write(`${JSON.stringify(result)}\n`)
    const table = this.ui.table()
    table.head(['What', 'Value'])
    for (const [name, value] of Object.entries({ ...result, apiKey: id, key, signingSecret })) {
      table.row([name, String(value)])
    }
    table.render()
    this.logger.info('The password, the key and the signing secret are not shown again')
  }
}
