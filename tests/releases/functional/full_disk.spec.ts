import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from '@japa/runner'
import { dataDir } from '#config/app'
import { createPublisher, draft, filesOf, formOf, put, type Publisher } from '#tests/testkit/publishing'
import { startServer } from '#tests/testkit/servers'

const MIB = 1024 ** 2
const CONTENT = 'x'.repeat(8 * MIB)

/**
 * Limits the size of the files that a process writes, which simulates a disk that becomes full in the middle of a file.
 */
const boundFiles = (pid: number, bytes: number | 'unlimited') =>
  promisify(execFile)('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`])

const kept = () => readdir(join(dataDir, 'files', 'artifacts')).catch(() => [])

/** Uploads to another server. */
async function send(base: string, { path, headers }: Publisher, below: string, init: object) {
  const response = await fetch(`${base}${path}/${below}`, { headers, ...init })
  const body = (await response.json()) as { error?: { code: string; message: string } }
  return { status: response.status, retryAfter: response.headers.get('retry-after'), error: body.error }
}

/** contract/12-releases#121-publishing */
test.group('a disk that is full in the middle of a file of a release', () => {
  test('is answered with its cause, leaves nothing, and takes the file once it has room', async ({
    assert,
    cleanup,
  }) => {
    const publisher = await createPublisher()
    const id = await draft(publisher)
    await put(publisher, id, 'first.zip', 'there')
    const [files, before] = [await filesOf(id), await kept()]
    const { base, child, kill } = await startServer()
    cleanup(() => kill('SIGKILL'))
    const raw = () => send(base, publisher, `${id}/artifacts/raw.zip`, { method: 'PUT', body: CONTENT })
    const stream = () => ({ body: new Blob([CONTENT]).stream(), duplex: 'half' })
    await boundFiles(child.pid!, MIB)
    const refused = [
      await raw(),
      await send(base, publisher, `${id}/artifacts/stream.zip`, { method: 'PUT', ...stream() }),
      await send(base, publisher, `${id}/artifacts`, { method: 'POST', body: formOf(CONTENT) }),
    ]
    for (const { status, retryAfter, error } of refused) {
      assert.deepEqual([status, retryAfter, error!.code], [503, '1', 'INTERNAL'])
      assert.match(error!.message, /^Files cannot be stored .*larger than the disk allows \(EFBIG\)/)
    }
    assert.deepEqual(await filesOf(id), files)
    assert.sameMembers(await kept(), before)
    await boundFiles(child.pid!, 'unlimited')
    assert.equal((await raw()).status, 201)
  })
    .timeout(60_000)
    .skip(process.platform !== 'linux', 'bounds the files of a process with prlimit')
})
