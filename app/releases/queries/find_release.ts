import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#kernel/audit/scope'
import { inScope } from '#kernel/database/in_scope'
import { firstRow, type SqlExecutor } from '#kernel/database/sql'
import { noSuch } from '#kernel/refusals/refusals'
import type { Artifact } from '#releases/store/artifact_columns'
import { artifactsOf } from '#releases/store/artifacts_of'
import { RELEASE_COLUMNS, type Release } from '#releases/store/release_columns'

/** A release with its files. */
export type FullRelease = Release & { artifacts: Artifact[] }

/** Finds one release of a product, for its merchant. */
export default class FindRelease {
  /** @throws Refusal NOT_FOUND for an unknown release, or one outside the scope. */
  async byId(scope: Scope, id: string, client: SqlExecutor = db.connection()): Promise<FullRelease> {
    const release = await this.#where(scope, 'r.id = ?', id, client)
    if (!release) throw noSuch('release')
    return release
  }

  /** Finds the release with this version; null if there is none. */
  byVersion(scope: Scope, version: string): Promise<FullRelease | null> {
    return this.#where(scope, 'r.version = ?', version, db.connection())
  }

  async #where(scope: Scope, which: string, value: string, client: SqlExecutor): Promise<FullRelease | null> {
    const { sql, values } = inScope(scope, 'r')
    const release = await firstRow<Release>(
      client,
      `select ${RELEASE_COLUMNS} from releases r where ${sql} and ${which}`,
      [...values, value]
    )
    return release && { ...release, artifacts: await artifactsOf(client, release) }
  }
}
