import { inject } from '@adonisjs/core'
import type { JobHandler } from '#kernel/queues/catalog'
import ClearArtifacts from '#releases/actions/clear_artifacts'

/** Deletes incomplete uploads, files of deleted artifacts and old downloads; see ClearArtifacts. */
@inject()
export default class ArtifactsClearJob implements JobHandler<'artifacts.clear'> {
  static jobName = 'artifacts.clear' as const

  constructor(protected clear: ClearArtifacts) {}

  async handle() {
    await this.clear.execute()
  }
}
