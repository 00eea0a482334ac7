import { migrationsRun } from '#system/health/start_line'
import { newerSchema, NEWER_REMEDY, schemaState } from '#system/health/schema_state'
import Refusal from '#kernel/refusals/refusal'
import { migrate } from '#kernel/database/schema'
import ServiceCommand from '#terminal/service_command'

/**
 * `migration:run`: runs the migrations ahead of time that the first process of a new version would run at its start.
 * It replaces the framework's command of that name, which prompts in production, waits for locks without a limit and
 * does not take turns with processes that start.
 */
export default class MigrationRun extends ServiceCommand {
  static commandName = 'migration:run'
  static description =
    'Update the database schema; the first process of a new version does this automatically'
  static help = [
    'Run it with the new version, before its processes start. You can stop it and run it again.',
    'Example:',
    '  {{ binaryName }} migration:run',
  ]

  async run() {
    await migrate()
    const { newer } = await schemaState()
    if (newer) {
      throw new Refusal('CONFLICT', { message: `Nothing was done: ${newerSchema(newer)}; ${NEWER_REMEDY}` })
    }
    const migrations = await migrationsRun()
    this.answer({ migrations }, () => this.logger.success(`The schema is up to date: ${migrations}`))
  }
}
