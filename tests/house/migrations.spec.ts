import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { ROOT } from '#tests/testkit/project_files'

test.group('migrations', () => {
  test('have a number each, by which they run in their order', async ({ assert }) => {
    const files = (await readdir(join(ROOT, 'database/migrations'))).filter((name) => name.endsWith('.ts'))
    const numbers = files.map((name) => /^(\d{13})_[a-z_]+\.ts$/.exec(name)?.[1])
    assert.isAbove(files.length, 30)
    for (const [at, file] of files.entries()) assert.exists(numbers[at], file)
    assert.lengthOf(new Set(numbers), files.length)
  })
})
