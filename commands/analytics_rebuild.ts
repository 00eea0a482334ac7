import { BaseCommand, flags } from '@adonisjs/core/ace'
import { inject } from '@adonisjs/core'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import RebuildCounts from '#actions/analytics/rebuild_counts'

/** `analytics:rebuild`: the counts once more from the licenses themselves (contract 8). */
export default class AnalyticsRebuild extends BaseCommand {
  static commandName = 'analytics:rebuild'
  static description = 'Recompute the license counts from the licenses and report differences'
  static help = [
    'Exits with 1 when a difference was found; it has been put right, unless with --dry-run.',
    '',
    'Example:',
    '  {{ binaryName }} analytics:rebuild',
    '  {{ binaryName }} analytics:rebuild --dry-run --json',
  ]
  static options: CommandOptions = { startApp: true }

  @flags.boolean({ description: 'Only report, put nothing right' })
  declare dryRun: boolean

  @flags.boolean({ description: 'Print one JSON object' })
  declare json: boolean

  @inject()
  async run(rebuild: RebuildCounts) {
    const dryRun = this.dryRun ?? false
    const differences = await rebuild.execute({ dryRun })
    if (differences.length > 0) this.exitCode = 1
    if (this.json) return void process.stdout.write(`${JSON.stringify({ dryRun, differences })}\n`)
    if (differences.length === 0) return this.logger.success('The counts agree with the licenses')
    const table = this.ui.table().head(['Product', 'Status', 'Counted', 'Actual'])
    for (const one of differences) {
      table.row([one.productId, one.status, String(one.counted), String(one.actual)])
    }
    table.render()
    this.logger.warning(`${differences.length} counts differed${dryRun ? '' : ' and were put right'}`)
  }
}
