import { test } from '@japa/runner'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programArgs, start } from '#tests/testkit/processes'

test('a process that exits while it holds the lock takes the lock with it', async ({ assert, cleanup }) => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-ledger-'))
  cleanup(() => rm(folder, { recursive: true }))
  const { ended, output } = start([...programArgs('tests/testkit/exits_in_lock'), folder])
  assert.equal(await ended, 0, output())
  assert.deepEqual(await readdir(folder), [])
})
  .tags(['@once'])
  .timeout(60_000)
