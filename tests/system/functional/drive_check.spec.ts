import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { mock } from 'node:test'
import { promisify } from 'node:util'
import drive from '@adonisjs/drive/services/main'
import { test } from '@japa/runner'
import { checkDrive, testDrive } from '#system/health/drive_check'
import { startServer } from '#tests/testkit/servers'
import { tempFolder } from '#tests/testkit/temp_folder'
import { until } from '#tests/testkit/wait'

test.group('the check of the drive', () => {
  test('says so when a folder never answers, and tries no second time meanwhile', async ({
    assert,
    cleanup,
  }) => {
    await testDrive()
    const { use } = drive
    const answer = Promise.withResolvers<void>()
    const deleted = Promise.withResolvers<void>()
    let puts = 0
    const silent = { put: () => (puts++, answer.promise), delete: async () => deleted.resolve() }
    drive.use = (() => silent) as unknown as typeof use
    cleanup(() => void (drive.use = use))
    const later = Date.now() + 15_000
    // Only until the timeout of the check: the runner ends the timer of each test by the real clock.
    mock.timers.enable({ apis: ['setTimeout'] })
    try {
      assert.equal((await checkDrive(later)).status, 'ok')
      mock.timers.tick(5_000)
    } finally {
      mock.timers.reset()
    }
    const found = await checkDrive(later + 60_000)
    assert.equal(found.status, 'degraded')
    assert.include(found.cause, 'DATA_DIR')
    assert.include(found.cause, 'no answer within 5000 ms')
    assert.equal(puts, 1)
    answer.resolve()
    await deleted.promise
    await testDrive()
    assert.deepEqual(await checkDrive(later), { status: 'ok' })
  })
})

test.group('a disk that is full when it is checked', () => {
  test('keeps no file of the check', async ({ cleanup }) => {
    await using folder = await tempFolder()
    const { base, child, kill } = await startServer({ DATA_DIR: folder.path, API_RECORD: undefined })
    cleanup(() => kill('SIGKILL'))
    await promisify(execFile)('prlimit', ['--pid', String(child.pid), '--fsize=0:'])
    const degraded = async () =>
      ((await (await fetch(`${base}/health`)).json()) as { status: string }).status === 'degraded'
    await until('a check that failed', degraded, 40_000)
    const kept = () => readdir(join(folder.path, 'files', 'health'))
    await until('no file of the check', async () => (await kept()).length === 0)
  })
    .tags(['@once'])
    .timeout(120_000)
    .skip(process.platform !== 'linux', 'bounds the files of a process with prlimit')
})
