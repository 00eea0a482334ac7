import { flags } from '@adonisjs/core/ace'
import { invalidField } from '#kernel/refusals/refusal'
import ServiceCommand from './service_command.js'

const MOST = 1000

/** A command that lists records, newest first. */
export default abstract class ServiceListCommand extends ServiceCommand {
  @flags.number({ description: `Number of entries, at most ${MOST}`, default: 50 })
  declare limit: number

  /** @throws Refusal VALIDATION_ERROR */
  protected requireLimit(): number {
    if (Number.isInteger(this.limit) && this.limit >= 1 && this.limit <= MOST) return this.limit
    throw invalidField('limit', `--limit takes 1 to ${MOST}, not "${this.limit}"`)
  }
}
