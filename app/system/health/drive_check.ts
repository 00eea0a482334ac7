import drive from '@adonisjs/drive/services/main'
import { newId } from '#kernel/secrets/ids'
import { withTimeout } from '#kernel/time/with_timeout'
import { causeOf, type Check } from './probe.js'

/** How long a successful write test is valid. Milliseconds. */
const GOOD_FOR = 15_000

/** The deadline of a write test. Milliseconds. */
const PATIENCE = 5_000

let last: Check = { status: 'ok' }
let asked = 0
let running: Promise<void> | null = null

/**
 * Checks whether uploads and exports can be written, by writing and deleting a small file. It returns the result of
 * the last test and runs a new one in the background, because a disk may hang: a folder that never responds then
 * blocks one thread instead of one per check. The result is `degraded`, because only imports and exports fail.
 */
export async function checkDrive(now = Date.now()): Promise<Check> {
  if (!running && now - asked >= GOOD_FOR) {
    asked = now
    running = writeTest().finally(() => (running = null))
  }
  return last
}

/**
 * The first test, at the start of a process. Resolves with its result, or after the deadline with what is known by
 * then.
 */
export async function testDrive(): Promise<Check> {
  await checkDrive()
  await withTimeout(running ?? Promise.resolve(), PATIENCE).catch(() => {})
  return last
}

async function writeTest() {
  const slow = setTimeout(() => fail(`no answer within ${PATIENCE} ms`), PATIENCE).unref()
  const key = `health/${newId()}`
  try {
    await drive.use().put(key, 'ok')
    await drive.use().delete(key)
    last = { status: 'ok' }
  } catch (error) {
    fail(causeOf(error))
    // A write that failed on a full disk leaves an empty file.
    await drive
      .use()
      .delete(key)
      .catch(() => {})
  } finally {
    clearTimeout(slow)
  }
}

function fail(cause: string) {
  last = { status: 'degraded', cause: `files cannot be written below DATA_DIR or to the bucket: ${cause}` }
}
