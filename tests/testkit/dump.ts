import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'

/** Which of these texts are in any row of any table, in any case, each with the tables that have it. */
export async function foundInDump(texts: string[]): Promise<Record<string, string[]>> {
  const tables = await rows<{ name: string }>(
    db.connection(),
    `select format('%I', tablename) as name from pg_tables where schemaname = 'public' order by 1`
  )
  const found: Record<string, string[]> = {}
  for (const { name } of tables) {
    const hits = await rows<{ text: string }>(
      db.connection(),
      `select text from unnest(?::text[]) as n (text)
       where exists (select 1 from ${name} t where strpos(lower(t::text), lower(n.text)) > 0)`,
      [texts]
    )
    for (const { text } of hits) (found[text] ??= []).push(name)
  }
  return found
}
