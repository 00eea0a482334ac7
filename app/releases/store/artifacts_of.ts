import { firstRow, rows, type SqlExecutor } from '#kernel/database/sql'
import { ARTIFACT_COLUMNS, STORED, type Artifact } from './artifact_columns.js'

type Owner = { orgId: string; id: string }

/** The files of a release, oldest first. */
export function artifactsOf(client: SqlExecutor, { orgId, id }: Owner): Promise<Artifact[]> {
  return rows(
    client,
    `select ${ARTIFACT_COLUMNS} from artifacts a where a.org_id = ? and a.release_id = ? and ${STORED} order by a.id`,
    [orgId, id]
  )
}

/** The file of a release with this name, or null. */
export function artifactNamed(
  client: SqlExecutor,
  { orgId, id }: Owner,
  filename: string
): Promise<Artifact | null> {
  return firstRow(
    client,
    `select ${ARTIFACT_COLUMNS} from artifacts a
     where a.org_id = ? and a.release_id = ? and a.filename = ? and ${STORED}`,
    [orgId, id, filename]
  )
}
