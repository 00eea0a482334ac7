import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { inject } from '@adonisjs/core'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import CreateApiKey from '#catalog/actions/create_api_key'
import { PERMISSIONS } from '#catalog/rules/permissions'
import Refusal, { invalidField } from '#kernel/refusals/refusal'
import FindOwner from '#catalog/queries/find_owner'
import { requireUuid } from '#terminal/arguments'
import { reportRefusals } from '#terminal/report_refusals'
import { apiKeyValidator, expiryDate } from '#catalog/http/api_key_input'

/** `api-key:issue`: issues a key for a product, without a sign-in (contract#ace-commands). */
export default class ApiKeyIssue extends BaseCommand {
  static commandName = 'api-key:issue'
  static description = 'Issue an API key for a product; its two secrets are printed once'
  static help = [
    'Permissions:',
    `  ${PERMISSIONS.join(', ')}`,
    'Example:',
    '  {{ binaryName }} api-key:issue 0192f0c1-0000-7000-8000-000000000000 \\',
    '    --name=Backend --permission=license:read,license:create \\',
    '    --expires-at=2027-01-01T00:00:00Z',
  ]
  static options: CommandOptions = { startApp: true }

  @args.string({ description: 'Id of the product' })
  declare productId: string

  @flags.string({ description: 'Name of the key', default: 'Issued in the terminal' })
  declare name: string

  @flags.array({ description: 'Permissions, separated by commas (required)' })
  declare permission?: string[]

  @flags.string({ description: 'Expiry as an ISO 8601 timestamp; without it the key never expires' })
  declare expiresAt?: string

  @flags.boolean({ description: 'Print one JSON object' })
  declare json: boolean

  @inject()
  async run(find: FindOwner, createApiKey: CreateApiKey) {
    await reportRefusals(this, async () => {
      const asked = permissionsIn(this.permission)
      const productId = requireUuid(this.productId, 'product id')
      const scope = await find.ofProduct(productId)
      if (!scope) throw new Refusal('PRODUCT_NOT_FOUND')
      const { name, permissions } = await apiKeyValidator.validate({
        name: this.name,
        permissions: asked,
      })
      const issued = await createApiKey.execute({
        orgId: scope.orgId,
        productId,
        name,
        permissions,
        expiresAt: expiryDate(this.expiresAt),
      })
      if (this.json) return void process.stdout.write(`${JSON.stringify(issued)}\n`)
      this.logger.success(
        `Issued the API key ${issued.id}. Save these two secrets: they are shown only once.`
      )
      process.stdout.write(`key            ${issued.key}\nsigning secret ${issued.signingSecret}\n`)
    })
  }
}

/**
 * The permissions of the flag, which may name several at once.
 * @throws Refusal VALIDATION_ERROR, which names the unknown one.
 */
function permissionsIn(given: string[] = []): string[] {
  const names = given.flatMap((text) => text.split(',')).map((name) => name.trim())
  const wrong = names.find((name) => !(PERMISSIONS as readonly string[]).includes(name))
  const known = PERMISSIONS.join(', ')
  if (names.length === 0) throw invalidField('permission', `Set --permission to one or more of ${known}`)
  if (wrong !== undefined) {
    throw invalidField('permission', `--permission="${wrong}" is no permission. There are: ${known}`)
  }
  return names
}
