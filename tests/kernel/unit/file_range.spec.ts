import { test } from '@japa/runner'
import fc from 'fast-check'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { FileRange } from '#kernel/files/file_range'

/** Longer than a few pieces, and not a multiple of a piece. */
const CONTENT = randomBytes(3 * 256 * 1024 + 77)
const LAST = CONTENT.length - 1

/**
 * The hash of the bytes that arrive in a stream that releases each piece after it has received it, as a socket does.
 */
async function piped(range: FileRange): Promise<string> {
  const hash = createHash('sha256')
  const sink = new Writable({
    write: (piece: Buffer, _encoding, done) => void setImmediate(() => (hash.update(piece), done())),
  })
  range.pipe(sink)
  await once(sink, 'finish')
  return hash.digest('hex')
}

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test.group('a range of a file', (group) => {
  let path: string
  group.each.setup(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-range-'))
    path = join(folder, 'file')
    await writeFile(path, CONTENT)
    return () => rm(folder, { recursive: true })
  })
  const rangeOf = async (start: number, end: number) => new FileRange(await open(path), { start, end })

  test('has the same bytes piped and read, whatever the range', async ({ assert }) => {
    const pair = fc.tuple(fc.nat(LAST), fc.nat(LAST)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)])
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.constant([0, LAST]), pair), async ([start, end]) => {
        const expected = sha(CONTENT.subarray(start, end + 1))
        assert.equal(sha(await buffer(await rangeOf(start, end))), expected)
        assert.equal(await piped(await rangeOf(start, end)), expected)
      }),
      { numRuns: 40 }
    )
  })

  test('fills no buffer that its reader has not taken yet', async ({ assert }) => {
    const seen: string[] = []
    const slow = new Writable({
      highWaterMark: 1,
      write(piece: Buffer, _encoding, done) {
        const before = sha(piece)
        setImmediate(() => setImmediate(() => void (seen.push(before, sha(piece)), done())))
      },
    })
    ;(await rangeOf(0, LAST)).pipe(slow)
    await once(slow, 'finish')
    assert.lengthOf(seen, 8)
    for (let at = 0; at < seen.length; at += 2) assert.equal(seen[at], seen[at + 1])
  })

  test('ends with its reader', async ({ assert }) => {
    const file = await open(path)
    const range = new FileRange(file, { start: 0, end: LAST })
    const stuck = new Writable({ write: () => {} })
    range.pipe(stuck)
    range.destroy()
    stuck.destroy()
    await once(range, 'close')
    assert.equal(file.fd, -1)
  })

  test('fails where the file ends too early, and closes it', async ({ assert }) => {
    for (const read of [
      (range: FileRange) => void range.pipe(new Writable({ write: (_piece, _encoding, done) => done() })),
      (range: FileRange) => void range.resume(),
    ]) {
      const file = await open(path)
      const range = new FileRange(file, { start: 0, end: LAST })
      await truncate(path, 300_000)
      read(range)
      const closed = new Promise((resolve) => range.once('close', resolve))
      const [error] = (await once(range, 'error')) as [Error]
      await closed
      assert.match(error.message, /shorter/)
      assert.equal(file.fd, -1)
      await writeFile(path, CONTENT)
    }
  })
})
