import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import db from '@adonisjs/lucid/services/db'
import { filesFolder } from '#config/drive'
import { rows } from '#kernel/database/sql'
import { openSecret } from '#kernel/secrets/secrets'
import { SEALED_TABLES } from '#kernel/secrets/sealed_tables'

/**
 * Searches all rows of all tables, including those of the queues, for texts, ignoring case. Returns the texts found,
 * each with the tables that contain it.
 */
export async function foundInDump(texts: string[]): Promise<Record<string, string[]>> {
  const tables = await rows<{ name: string }>(
    db.connection(),
    `select case when schemaname = 'public' then format('%I', tablename) else format('%I.%I', schemaname, tablename) end as name
     from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1`
  )
  const found: Record<string, string[]> = {}
  for (const { name } of tables) {
    const hits = await rows<{ text: string }>(
      db.connection(),
      // Converts each row to text once, not once for each searched text.
      `with lines as materialized (select lower(t::text) as line from ${name} t)
       select text from unnest(?::text[]) as n (text)
       where exists (select 1 from lines where strpos(line, lower(n.text)) > 0)`,
      [texts]
    )
    for (const { text } of hits) (found[text] ??= []).push(name)
  }
  return found
}

/** The files of the drive that contain a text, ignoring case. */
export async function foundInFiles(text: string): Promise<string[]> {
  const files = await readdir(filesFolder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const file of files.filter((one) => one.isFile())) {
    const path = join(file.parentPath, file.name)
    // Other tests may delete their files during the search.
    const content = await readFile(path, 'latin1').catch(() => '')
    if (content.toLowerCase().includes(text.toLowerCase())) found.push(path)
  }
  return found
}

/**
 * Searches the sealed columns of these tables like `foundInDump`. A dump of the database does not show their content.
 */
export async function foundSealed(tables: string[], texts: string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const { table, key, columns } of SEALED_TABLES.filter((one) => tables.includes(one.table))) {
    for (const [column, name] of Object.entries(columns)) {
      const id = Object.keys(key).join(", '/', ")
      const sealed = await rows<{ id: string; value: string }>(
        db.connection(),
        `select concat(${id}) as id, ${column} as value from ${table} where ${column} is not null`
      )
      const opened = sealed.map((one) => openSecret(one.value, `${name}:${one.id}`).toLowerCase())
      for (const text of texts.filter((one) => opened.some((value) => value.includes(one.toLowerCase()))))
        (found[text] ??= []).push(table)
    }
  }
  return found
}
