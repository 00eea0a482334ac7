import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { ROOT } from '#tests/testkit/project_files'

/**
 * Functions that a migration drops, each with the last version whose processes call it. Processes of the previous
 * version run during an upgrade (docs/upgrading.md), so a function may only be dropped in a later version than that
 * one.
 */
const LAST_CALLED_BY: Record<string, string> = {}

const DROPPED = /\bdrop\s+(?:function|routine)\s+(?:if\s+exists\s+)?(\w+)/gi

test.group('migrations', () => {
  test('have a number each, by which they run in their order', async ({ assert }) => {
    const files = (await readdir(join(ROOT, 'database/migrations'))).filter((name) => name.endsWith('.ts'))
    const numbers = files.map((name) => /^(\d{13})_[a-z_]+\.ts$/.exec(name)?.[1])
    assert.isAbove(files.length, 30)
    for (const [at, file] of files.entries()) assert.exists(numbers[at], file)
    assert.lengthOf(new Set(numbers), files.length)
  })

  test('take no function away that processes of the version before may call', async ({ assert }) => {
    const folder = join(ROOT, 'database/migrations')
    const gone: string[] = []
    for (const file of await readdir(folder)) {
      const [up] = (await readFile(join(folder, file), 'utf8')).split(/\basync down\(/)
      gone.push(...[...up.matchAll(DROPPED)].map(([, name]) => name))
    }
    assert.deepEqual(gone.sort(), Object.keys(LAST_CALLED_BY).sort())
  })
})
