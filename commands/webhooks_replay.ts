import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { inject } from '@adonisjs/core'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import ReplayDeliveries from '#webhooks/actions/replay_deliveries'
import ReplayDelivery from '#webhooks/actions/replay_delivery'
import { printable } from '#kernel/text/printable'
import Refusal, { invalidField } from '#kernel/refusals/refusal'
import Deliveries from '#webhooks/queries/deliveries'
import FindWebhookOwner from '#webhooks/queries/find_webhook_owner'
import { requireUuid } from '#terminal/arguments'
import { reportRefusals } from '#terminal/report_refusals'
import { toDelivery } from '#webhooks/http/webhook_transformer'
import { bulkReplayValidator } from '#webhooks/http/webhooks_input'

/** The flags that select among the deliveries of an endpoint. */
const FILTER = ['since', 'until', 'status', 'event'] as const

/** `webhooks:replay`: sends one delivery again, or the failed ones of an endpoint (contract#ace-commands). */
export default class WebhooksReplay extends BaseCommand {
  static commandName = 'webhooks:replay'
  static description = 'Send a webhook delivery again, or all failed deliveries of an endpoint since a time'
  static help = [
    'A single delivery is sent at once. The exit code is 1 if it does not arrive.',
    'The deliveries of an endpoint are queued for the workers, each event once. Events that have already',
    'arrived are left out.',
    '',
    '  {{ binaryName }} webhooks:replay 0192f0c1-0000-7000-8000-000000000000',
    '  {{ binaryName }} webhooks:replay --since=2026-01-31T12:00:00Z \\',
    '    --endpoint=0192f0c1-0000-7000-8000-000000000000 --dry-run',
  ]
  static options: CommandOptions = { startApp: true }

  @args.string({ description: 'Id of the delivery', required: false })
  declare delivery?: string

  @flags.string({ description: 'Id of the endpoint whose deliveries to replay' })
  declare endpoint?: string

  @flags.string({
    description: 'Only deliveries made at this time or later (ISO 8601); goes with --endpoint',
  })
  declare since?: string

  @flags.string({ description: 'Only deliveries made at this time or earlier (ISO 8601)' })
  declare until?: string

  @flags.string({ description: 'failed (default), cancelled or succeeded' })
  declare status?: string

  @flags.string({ description: 'Only deliveries of this event' })
  declare event?: string

  @flags.boolean({ description: 'Report what would be sent, and send nothing' })
  declare dryRun: boolean

  @flags.boolean({ description: 'Print one JSON object' })
  declare json: boolean

  @inject()
  async run(find: FindWebhookOwner, one: ReplayDelivery, many: ReplayDeliveries, deliveries: Deliveries) {
    await reportRefusals(this, async () => {
      if ((this.delivery === undefined) === (this.endpoint === undefined)) {
        throw invalidField('delivery', 'Set either the id of a delivery or --endpoint with --since')
      }
      this.#refuseFilterOfOne()
      if (this.endpoint !== undefined && this.since === undefined) {
        throw invalidField('since', '--endpoint needs --since, a time in ISO 8601')
      }
      if (this.delivery !== undefined) await this.#replayOne(this.delivery, find, one, deliveries)
      else await this.#replayMany(this.endpoint!, find, many)
    })
  }

  /** A delivery that is named is sent whatever its time, status and event: a filter would be ignored. */
  #refuseFilterOfOne() {
    if (this.delivery === undefined) return
    const filter = FILTER.find((name) => this[name] !== undefined)
    if (filter) {
      throw invalidField(filter, `--${filter} goes with --endpoint: leave it out to replay one delivery`)
    }
  }

  async #replayOne(text: string, find: FindWebhookOwner, replay: ReplayDelivery, deliveries: Deliveries) {
    const id = requireUuid(text, 'delivery id')
    const scope = await find.ofDelivery(id)
    if (!scope) throw new Refusal('NOT_FOUND', { message: 'No such delivery' })
    if (this.dryRun) {
      await replay.source(scope, id)
      const delivery = toDelivery((await deliveries.byId(id))!)
      if (this.json) return this.#print({ dryRun: true, delivery })
      return this.logger.info(`would send ${delivery.event} of delivery ${id} (${delivery.status}) again`)
    }
    const delivery = toDelivery(await replay.execute(scope, id))
    if (!delivery.success) this.exitCode = 1
    if (this.json) return this.#print({ delivery })
    if (delivery.success) this.logger.success(`${delivery.event} arrived (HTTP ${delivery.responseStatus})`)
    else this.logger.error(printable(`${delivery.event} did not arrive: ${delivery.lastError}`))
  }

  async #replayMany(text: string, find: FindWebhookOwner, replay: ReplayDeliveries) {
    const id = requireUuid(text, 'endpoint id')
    const { since, until, status, event } = this
    const asked = await bulkReplayValidator.validate({ since, until, status, event, dryRun: this.dryRun })
    const scope = await find.ofEndpoint(id)
    if (!scope) throw new Refusal('NOT_FOUND', { message: 'No such webhook endpoint' })
    const count = await replay.execute(scope, id, asked)
    if (this.json) return this.#print({ count, dryRun: asked.dryRun ?? false })
    const what = `${count} ${count === 1 ? 'delivery' : 'deliveries'}`
    if (asked.dryRun) this.logger.info(`would queue ${what}`)
    else this.logger.success(`queued ${what}; the workers send them`)
  }

  #print(value: object) {
    process.stdout.write(`${printable(JSON.stringify(value))}\n`)
  }
}
