import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { test } from '@japa/runner'
import { atTurnEnd } from '#http/turn_end'

const response = () => new ServerResponse(new IncomingMessage(new Socket()))
const turn = () => new Promise(setImmediate)

test.group('responses at the end of a turn', () => {
  test('are written together, in their order, and each once', async ({ assert }) => {
    const written: string[] = []
    atTurnEnd(response(), () => written.push('a'))
    atTurnEnd(response(), () => written.push('b'))
    assert.isEmpty(written)
    await turn()
    assert.deepEqual(written, ['a', 'b'])
    atTurnEnd(response(), () => written.push('c'))
    await turn()
    assert.deepEqual(written, ['a', 'b', 'c'])
  })

  test('one that cannot be written is closed and holds up no other', async ({ assert }) => {
    const [broken, fine] = [response(), response()]
    let written = false
    atTurnEnd(broken, () => {
      throw new Error('broken')
    })
    atTurnEnd(fine, () => (written = true))
    await turn()
    assert.isTrue(written)
    assert.deepEqual([broken.destroyed, fine.destroyed], [true, false])
  })
})
