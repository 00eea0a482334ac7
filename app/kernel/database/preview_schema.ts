import type pg from 'pg'
import StartProblem from '#kernel/refusals/start_problem'

/** Migrations of previews begin with these digits; migrations of releases do not. */
const OF_PREVIEWS = 'database/migrations/1790%'

/**
 * Refuses a database that a preview created, before anything in it changes. The migrations that it lacks are no longer
 * part of the service.
 *
 * @throws StartProblem with the place in the documentation that explains how to continue.
 */
export async function refusePreview(client: Pick<pg.Client, 'query'>) {
  const { rows } = await client.query<{ known: boolean }>(
    `select to_regclass('adonis_schema') is not null as known`
  )
  if (!rows[0].known) return
  const found = await client.query('select from adonis_schema where name like $1 limit 1', [OF_PREVIEWS])
  if (found.rowCount === 0) return
  throw new StartProblem(
    'A preview of the service made this database, and this version cannot bring it up to date. Nothing was changed: ' +
      'see docs/upgrading.md, "The database of a preview"'
  )
}
