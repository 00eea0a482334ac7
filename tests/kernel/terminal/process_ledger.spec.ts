import { test } from '@japa/runner'
import { execFile } from 'node:child_process'
import { watch } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import ProcessLedger from '#kernel/database/process_ledger'
import { programArgs, start } from '#tests/testkit/processes'
import { until } from '#tests/testkit/wait'

/** The content of the lock of a process that is dead: the process 1 of today began at another time. */
const DEAD = '1 0'

test.group('the lock of a ledger of processes', (group) => {
  group.tap((test) => test.tags(['@once']))

  let folder: string
  let lock: string
  group.each.setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-ledger-'))
    lock = join(folder, 'lock')
    return () => rm(folder, { recursive: true })
  })
  const exclusively = <T>(work: () => Promise<T>) => new ProcessLedger(folder).exclusively(work)

  test('goes with a process that exits while it holds it', async ({ assert }) => {
    const { ended, output } = start([...programArgs('tests/testkit/exits_in_lock'), folder])
    assert.equal(await ended, 0, output())
    assert.deepEqual(await readdir(folder), [])
  }).timeout(60_000)

  test('has one holder at a time, however many find it without a living one', async ({ assert }) => {
    /** The most holders that a lock had at a time. Processes come one after another, while others take it over. */
    const crowd = async (home: string) => {
      await mkdir(home)
      await writeFile(join(home, 'lock'), DEAD)
      let holders = 0
      let most = 0
      const all: Promise<void>[] = []
      for (let one = 0; one < 6; one++) {
        const ledger = new ProcessLedger(home)
        all.push(
          ledger.exclusively(async () => {
            most = Math.max(most, ++holders)
            await readdir(home)
            holders--
          })
        )
        await new Promise(setImmediate)
      }
      await Promise.all(all)
      assert.deepEqual(await readdir(home), [])
      return most
    }
    const homes = Array.from({ length: 8 }, (_, at) => join(folder, String(at)))
    assert.deepEqual(new Set(await Promise.all(homes.map(crowd))), new Set([1]))
  }).timeout(60_000)

  test('stays with a living process that has taken it over, however late others learn of the dead one', async ({
    assert,
    cleanup,
  }) => {
    const living = await exclusively(() => readFile(lock, 'utf8'))
    const names = new Set<string | null>()
    const changes = watch(folder, (_, name) => void (name?.match(/^lock\.[\da-f-]{36}$/) && names.add(name)))
    cleanup(() => changes.close())
    // The lock is read from a pipe, so the test decides when the late process gets its content.
    await promisify(execFile)('mkfifo', [lock])
    let isTaken = false
    const late = exclusively(async () => void (isTaken = true))
    const pipe = await open(lock, 'w')
    await writeFile(join(folder, 'living'), living)
    await rename(join(folder, 'living'), lock)
    await pipe.writeFile(DEAD)
    await pipe.close()
    // It makes one file for each lock that it tries to take: for this one, for the turn to replace it, and once more.
    await Promise.race([late, until('its second try', () => names.size >= 3)])
    assert.isFalse(isTaken)
    assert.equal(await readFile(lock, 'utf8'), living)
    await rm(lock)
    await late
  })

  test('is taken over although the process that was about to do so has died too', async ({ assert }) => {
    await writeFile(lock, DEAD)
    await writeFile(`${lock}.after-1-0`, DEAD)
    assert.equal(
      await exclusively(() => readFile(lock, 'utf8').then((text) => text.split(' ')[0])),
      String(process.pid)
    )
    assert.deepEqual(await readdir(folder), [])
  })

  test('is never empty', async ({ assert }) => {
    let isOver = false
    const look = async () => {
      const seen = new Set<string | null>()
      while (!isOver) seen.add(await readFile(lock, 'utf8').catch(() => null))
      return seen
    }
    const looked = look()
    for (let time = 0; time < 300; time++) await exclusively(async () => {})
    isOver = true
    assert.notInclude([...(await looked)], '')
  }).timeout(60_000)

  test('is taken over if it has long been empty, as older versions could leave it', async ({ assert }) => {
    await writeFile(lock, '')
    const longAgo = new Date(Date.now() - 60_000)
    await utimes(lock, longAgo, longAgo)
    assert.equal(await exclusively(async () => 'held'), 'held')
  })

  test('counts no process that died before it had noted its start', async ({ assert }) => {
    await writeFile(join(folder, '4194305'), '')
    assert.equal(await new ProcessLedger(folder).others(), 0)
    assert.deepEqual(await readdir(folder), [])
  })
})
