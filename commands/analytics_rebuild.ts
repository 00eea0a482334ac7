import { BaseCommand, flags } from '@adonisjs/core/ace'
import { inject } from '@adonisjs/core'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import RebuildCounts, { type CountDifference } from '#analytics/actions/rebuild_counts'
import RebuildSeries, { NOT_RECOMPUTED, type SeriesDifference } from '#analytics/actions/rebuild_series'
import RebuildTierCounts, { type TierDifference } from '#analytics/actions/rebuild_tier_counts'
import Refusal from '#kernel/refusals/refusal'
import FindOwner from '#catalog/queries/find_owner'
import { requireUuid } from '#terminal/arguments'
import { reportRefusals } from '#terminal/report_refusals'

/**
 * `analytics:rebuild`: recomputes the counts and time series from the licenses and their timelines
 * (contract#8-analytics).
 */
export default class AnalyticsRebuild extends BaseCommand {
  static commandName = 'analytics:rebuild'
  static description = 'Recompute the license counts and time series from the licenses and report differences'
  static help = [
    'Recomputes the counts of statuses and tiers from the licenses, and the hourly created, activated and revoked from their timelines.',
    'Exits with 1 if it finds a difference. It corrects each difference, except with --dry-run.',
    '',
    'Example:',
    '  {{ binaryName }} analytics:rebuild',
    '  {{ binaryName }} analytics:rebuild --dry-run --json',
    '  {{ binaryName }} analytics:rebuild --org 0192f0c1-0000-7000-8000-000000000000',
  ]
  static options: CommandOptions = { startApp: true }

  @flags.string({ description: 'Only this org' })
  declare org?: string

  @flags.boolean({ description: 'Only report differences, correct nothing' })
  declare dryRun: boolean

  @flags.boolean({ description: 'Print one JSON object' })
  declare json: boolean

  @inject()
  async run(
    rebuildCounts: RebuildCounts,
    rebuildTiers: RebuildTierCounts,
    rebuildSeries: RebuildSeries,
    owner: FindOwner
  ) {
    await reportRefusals(this, async () => {
      const orgId = this.org === undefined ? undefined : requireUuid(this.org, 'org id')
      if (orgId !== undefined && !(await owner.orgExists(orgId))) throw new Refusal('ORG_NOT_FOUND')
      const options = { dryRun: this.dryRun ?? false, orgId }
      const counts = await rebuildCounts.execute(options)
      const tiers = await rebuildTiers.execute(options)
      this.#report(options.dryRun, counts, tiers, await rebuildSeries.execute(options))
    })
  }

  #report(
    dryRun: boolean,
    differences: CountDifference[],
    tierDifferences: TierDifference[],
    seriesDifferences: SeriesDifference[]
  ) {
    const found = differences.length + tierDifferences.length + seriesDifferences.length
    if (found > 0) this.exitCode = 1
    if (this.json) {
      const report = {
        dryRun,
        differences,
        tierDifferences,
        seriesDifferences,
        notRecomputed: NOT_RECOMPUTED,
      }
      return void process.stdout.write(`${JSON.stringify(report)}\n`)
    }
    if (differences.length > 0) this.#showCounts(differences)
    if (tierDifferences.length > 0) this.#showTiers(tierDifferences)
    if (seriesDifferences.length > 0) this.#showSeries(seriesDifferences)
    if (found === 0) this.logger.success('The counts and the time series agree with the licenses')
    else this.logger.warning(`${found} counts differed${dryRun ? '' : ' and were corrected'}`)
    this.logger.info(
      `The series ${NOT_RECOMPUTED.join(' and ')} are not recorded in timelines and are not recomputed`
    )
  }

  #showCounts(differences: CountDifference[]) {
    const table = this.ui.table().head(['Product', 'Status', 'Frozen', 'Counted', 'Actual'])
    for (const one of differences) {
      const { productId, status, frozen, counted, actual } = one
      table.row([productId, status, frozen ? 'yes' : 'no', String(counted), String(actual)])
    }
    table.render()
  }

  #showTiers(differences: TierDifference[]) {
    const table = this.ui.table().head(['Tier', 'Counted', 'Actual'])
    for (const { tierId, counted, actual } of differences)
      table.row([tierId, String(counted), String(actual)])
    table.render()
  }

  #showSeries(differences: SeriesDifference[]) {
    const table = this.ui.table().head(['Product', 'Series', 'Hour', 'Counted', 'Actual'])
    for (const { productId, metric, hour, counted, actual } of differences) {
      table.row([productId, metric, hour, String(counted), String(actual)])
    }
    table.render()
  }
}
