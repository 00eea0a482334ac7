import drive from '@adonisjs/drive/services/main'
import { newId } from '#kernel/secrets/ids'
import { withTimeout } from '#kernel/time/with_timeout'
import { causeOf, type Check } from './probe.js'

/** A written file proves that uploads and exports can be written for this long. Milliseconds. */
const GOOD_FOR = 15_000

/** How long the test file may take to be written. Milliseconds. */
const PATIENCE = 5_000

let last: Check = { status: 'ok' }
let asked = 0
let running: Promise<void> | null = null

/**
 * Whether uploads and exports can be written: a small file is written and deleted. It answers with what the last test
 * found, and a new test goes on beside it, because a disk may take for ever: a folder that never answers holds one
 * thread and not one for each question. Imports and exports fail meanwhile and all else goes on, so it is `degraded`.
 */
export async function checkDrive(now = Date.now()): Promise<Check> {
  if (!running && now - asked >= GOOD_FOR) {
    asked = now
    running = writeTest().finally(() => (running = null))
  }
  return last
}

/** The first test, which a process makes when it starts. Resolves when it is known, or after its deadline. */
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
  } finally {
    clearTimeout(slow)
  }
}

function fail(cause: string) {
  last = { status: 'degraded', cause: `files cannot be written below DATA_DIR or to the bucket: ${cause}` }
}
