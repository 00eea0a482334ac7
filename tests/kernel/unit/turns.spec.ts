import { test } from '@japa/runner'
import Turns from '#kernel/time/turns'

/** Longer than any test takes. Milliseconds. */
const LONG = 60_000

/** Takes a turn and records that it has begun. */
function taker(turns: Turns) {
  const begun: string[] = []
  return {
    begun,
    take: async (owner: string, name: string) => {
      const end = await turns.take(owner)
      begun.push(name)
      return end
    },
  }
}

test.group('Turns', () => {
  test('pieces of one owner begin one after the other', async ({ assert }) => {
    const { begun, take } = taker(new Turns(LONG))
    const endA = await take('org', 'a')
    const [b, c] = [take('org', 'b'), take('org', 'c')]
    await new Promise(setImmediate)
    assert.deepEqual(begun, ['a'])
    endA()
    const endB = await b
    await new Promise(setImmediate)
    assert.deepEqual(begun, ['a', 'b'])
    endB()
    ;(await c)()
    assert.deepEqual(begun, ['a', 'b', 'c'])
  })

  test('other owners do not wait', async ({ assert }) => {
    const { begun, take } = taker(new Turns(LONG))
    const ends = await Promise.all([take('one', 'a'), take('other', 'b')])
    assert.sameMembers(begun, ['a', 'b'])
    for (const end of ends) end()
  })

  test('a piece that takes too long no longer keeps the next one waiting', async ({ assert }) => {
    const { begun, take } = taker(new Turns(1))
    await take('org', 'a')
    ;(await take('org', 'b'))()
    assert.deepEqual(begun, ['a', 'b'])
  })

  test('an ended turn may be ended again, and the owner begins anew', async ({ assert }) => {
    const { begun, take } = taker(new Turns(LONG))
    const end = await take('org', 'a')
    end()
    end()
    await new Promise(setImmediate)
    ;(await take('org', 'b'))()
    assert.deepEqual(begun, ['a', 'b'])
  })
})
