import { test } from '@japa/runner'
import { setImmediate } from 'node:timers/promises'
import { uuidArray } from '#kernel/database/uuid_array'
import { listOf } from '#kernel/json/long_lists'
import { closeLargeBodies, readApart } from '#kernel/net/large_bodies'
import Refusal from '#kernel/refusals/refusal'
import { newId } from '#kernel/secrets/ids'
import { BULK_TARGETS, MAX_NAMED } from '#licensing/http/bulk_targets'

const apart = (text: string) =>
  readApart({ raw: Buffer.from(text), contentType: 'application/json', rules: BULK_TARGETS })

async function refusedBy(reading: Promise<unknown>): Promise<Refusal> {
  const error = await reading.then(
    () => null,
    (thrown: unknown) => thrown
  )
  if (error instanceof Refusal) return error
  throw new Error('It was not refused')
}

test.group('large bodies', (group) => {
  group.each.teardown(() => closeLargeBodies())

  test('are read in a thread, and the event loop goes on meanwhile', async ({ assert }) => {
    const ids = Array.from({ length: MAX_NAMED }, () => newId())
    const text = JSON.stringify({ days: 3, licenseIds: ids })
    let reading = true
    let turns = 0
    const done = Promise.all([apart(text), apart(text)]).finally(() => (reading = false))
    while (reading) {
      await setImmediate()
      turns++
    }
    for (const { value, lists } of await done) {
      assert.deepEqual(value, { days: 3 })
      const { array, count } = listOf(lists.licenseIds)
      assert.isTrue(uuidArray(ids).equals(array as Uint8Array))
      assert.equal(count, MAX_NAMED)
    }
    assert.isAbove(turns, 100)
  })

  test('are refused as small ones are, and the next one is read', async ({ assert }) => {
    const broken = await refusedBy(apart('{"licenseIds":['))
    assert.equal(broken.reason, 'BAD_REQUEST')
    assert.match(broken.message, /line 1, column 16/)
    const deep = await refusedBy(apart(`{"a":${'['.repeat(100)}${']'.repeat(100)}}`))
    assert.equal(deep.reason, 'BAD_REQUEST')
    const { lists } = await apart('{"licenseIds":["x"]}')
    assert.throws(() => listOf(lists.licenseIds), /licenseIds\[0\] "x" is not a UUID/)
    assert.deepEqual((await apart('{"a":1}')).value, { a: 1 })
  })

  test('are given away where nobody needs them any more, and are not copied', async ({ assert }) => {
    const text = JSON.stringify({ licenseIds: [newId()], reason: 'x'.repeat(200_000) })
    const raw = Buffer.allocUnsafeSlow(text.length)
    raw.write(text)
    const sent = { raw, contentType: 'application/json', rules: BULK_TARGETS }
    await readApart(sent)
    assert.equal(raw.toString(), text, 'who gives nothing away keeps it')
    const { value, lists } = await readApart(sent, [raw])
    assert.equal(raw.byteLength, 0)
    assert.deepEqual(value, { reason: 'x'.repeat(200_000) })
    assert.equal(listOf(lists.licenseIds).count, 1)
    const small = Buffer.from('{"a":1}')
    await readApart({ ...sent, raw: small }, [small])
    assert.equal(small.toString(), '{"a":1}', 'a small one shares its memory with others')
  })

  test('are read by another thread once theirs has ended', async ({ assert }) => {
    await apart('{}')
    await closeLargeBodies()
    assert.deepEqual((await apart('{"b":2}')).value, { b: 2 })
  })
})
