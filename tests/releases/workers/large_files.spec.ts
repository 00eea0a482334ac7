import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { test } from '@japa/runner'
import { databaseUrl } from '#kernel/database/datastores'
import { LONG } from '#tests/testkit/faults'
import { seedLicenses } from '#tests/testkit/licenses'
import { growth } from '#tests/testkit/memory'
import { ask, createPublisher, draft, fileLink, type Publisher } from '#tests/testkit/publishing'
import { freePort } from '#kernel/net/free_port'
import { startProgram } from '#tests/testkit/processes'
import { until } from '#tests/testkit/wait'

const MIB = 1024 ** 2
/** A gibibyte takes a busy machine a minute, so only the long form uses it. Both sizes exceed the allowed memory. */
const MEBIBYTES = LONG ? 1024 : 256
const PIECE = Buffer.alloc(MIB, 'latchkey')

/** Uploads a large file; resolves with the answer. */
async function send(base: string, { path, headers }: Publisher, releaseId: string) {
  const outgoing = request(`${base}${path}/${releaseId}/artifacts/large.bin`, {
    method: 'PUT',
    headers: { ...headers, 'content-length': MEBIBYTES * MIB },
  })
  const answered = once(outgoing, 'response')
  for (let sent = 0; sent < MEBIBYTES; sent++) {
    if (!outgoing.write(PIECE)) await Promise.race([once(outgoing, 'drain'), answered])
  }
  outgoing.end()
  const [response] = await answered
  const text = (await response.toArray()).join('')
  return { status: response.statusCode as number, artifact: JSON.parse(text).data?.artifact }
}

/** contract/12-releases#121-publishing: constant memory. */
test.group('a large file', (group) => {
  group.tap((one) => one.tags(['@once']))

  test('goes up and down in less than 150 MiB of memory, with the hash that it has', async ({ assert }) => {
    const publisher = await createPublisher()
    const id = await draft(publisher)
    const [license] = await seedLicenses(publisher.merchant, 1)
    const hash = createHash('sha256')
    for (let at = 0; at < MEBIBYTES; at++) hash.update(PIECE)
    const expected = hash.digest('hex')
    const port = await freePort()
    const base = `http://127.0.0.1:${port}`
    // A separate server, because that of other tests keeps its answers in memory.
    const server = startProgram('bin/server', [], { DATABASE_URL: databaseUrl(), PORT: String(port) })
    try {
      await until(
        'the server',
        () =>
          fetch(`${base}/v1/status`).then(
            ({ ok }) => ok,
            () => false
          ),
        60_000
      )
      const pid = server.child.pid!
      let made: Awaited<ReturnType<typeof send>>['artifact']
      const up = await growth(pid, async () => {
        const { status, artifact } = await send(base, publisher, id)
        assert.deepEqual([status, artifact.bytes, artifact.sha256], [201, MEBIBYTES * MIB, expected])
        made = artifact
      })
      assert.isBelow(up, 150, 'up')

      await ask(publisher, 'POST', `/${id}/publish`)
      const down = await growth(pid, async () => {
        const response = await fetch(fileLink(made, license.id, base))
        let bytes = 0
        for await (const piece of response.body!) bytes += (piece as Uint8Array).length
        assert.deepEqual([response.status, bytes], [200, MEBIBYTES * MIB])
      })
      assert.isBelow(down, 150, 'down')
    } finally {
      server.child.kill('SIGKILL')
      await server.ended
    }
  })
    .timeout(180_000)
    .skip(process.platform !== 'linux', 'reads the memory of a process in /proc')
})
