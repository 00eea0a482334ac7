import { test } from '@japa/runner'
import Refusal from '#kernel/refusals/refusal'
import { settleWanted } from '#runtime/store/late_calls'

/** contract/01-changes#bounds: a call that was answered 503 has no effect, and costs the others of its batch nothing. */
test.group('a batch with late calls', () => {
  const call = (name: string, wanted?: boolean) => ({
    name,
    ...(wanted === undefined ? {} : { isWanted: () => wanted }),
  })

  test('runs the others together, and answers each call in its place', async ({ assert }) => {
    const ran: string[][] = []
    const batch = [call('a', true), call('late', false), call('b'), call('late too', false), call('c', true)]
    const results = await settleWanted(batch, async (wanted) => {
      ran.push(wanted.map(({ name }) => name))
      return wanted.map(({ name }) => (name === 'b' ? { error: 'refused' } : { ok: name }))
    })
    assert.deepEqual(ran, [['a', 'b', 'c']])
    assert.deepEqual([results[0], results[2], results[4]], [{ ok: 'a' }, { error: 'refused' }, { ok: 'c' }])
    for (const at of [1, 3]) {
      const { error } = results[at] as { error: Refusal }
      assert.equal(error.reason, 'SIGNING_UNAVAILABLE')
    }
  })

  test('runs nothing where all are late', async ({ assert }) => {
    const results = await settleWanted([call('a', false), call('b', false)], async () => {
      throw new Error('nothing is left to run')
    })
    assert.lengthOf(results, 2)
  })
})
