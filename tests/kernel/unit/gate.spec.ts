import { test } from '@japa/runner'
import { Gate } from '#kernel/batching/gate'
import { pieces } from '#tests/testkit/pieces'

const gateOf = (lanes: number, share: number) => new Gate(lanes, share, () => new Error('full'))

test.group('Gate', () => {
  test('runs so many at a time, the others in the order in which they came', async ({ assert }) => {
    const gate = gateOf(2, 10)
    const { began, work, end } = pieces()
    const all = ['a', 'b', 'c', 'd'].map((name) => gate.run(name, work(name)))
    await new Promise(setImmediate)
    assert.deepEqual(began, ['a', 'b'])
    await end('b')
    assert.deepEqual(began, ['a', 'b', 'c'])
    await end('a')
    await end('c')
    await end('d')
    assert.deepEqual(await Promise.all(all), ['a', 'b', 'c', 'd'])
  })

  test('an owner has his share and no more, and that keeps nobody else out', async ({ assert }) => {
    const gate = gateOf(1, 2)
    const { began, work, end } = pieces()
    const flood = [gate.run('one', work('1')), gate.run('one', work('2'))]
    await assert.rejects(() => gate.run('one', work('3')), 'full')
    const other = gate.run('other', work('4'))
    for (const name of ['1', '2', '4']) await end(name)
    assert.deepEqual(began, ['1', '2', '4'])
    await Promise.all([...flood, other])
    const late = gate.run('one', work('5'))
    await end('5')
    assert.equal(await late, '5')
  })

  test('work that fails gives its lane and its share back', async ({ assert }) => {
    const gate = gateOf(1, 1)
    for (let one = 0; one < 3; one++) {
      await assert.rejects(() => gate.run('one', () => Promise.reject(new Error('no'))), 'no')
    }
    assert.equal(await gate.run('one', async () => 'yes'), 'yes')
  })
})
