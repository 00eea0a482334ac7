import { test } from '@japa/runner'
import { FairLanes } from '#kernel/batching/fair_lanes'
import { pieces } from '#tests/testkit/pieces'

/** Lanes and pieces of work; the name of a piece begins with the letter of its owner. */
function stage({ lanes = 4, own = 2, patience = 10_000 } = {}) {
  const { began, work, end } = pieces()
  const fair = new FairLanes({ lanes, own, patience, late: () => new Error('late') })
  return { began, end, run: (name: string) => fair.run(name[0], work(name)) }
}

test.group('FairLanes', () => {
  test('an owner has a part of the lanes; the others do not wait for the rest of its work', async ({
    assert,
  }) => {
    const { began, run, end } = stage()
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map(run)
    await new Promise(setImmediate)
    assert.deepEqual(began, ['a1', 'a2', 'b1', 'b2'])
    for (const name of ['b1', 'a2', 'a3', 'a1', 'b2', 'a4']) await end(name)
    assert.deepEqual(began, ['a1', 'a2', 'b1', 'b2', 'a3', 'a4'])
    assert.deepEqual(await Promise.all(all), ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'])
  })

  test('a free lane goes to the owner with the fewest, and in order of arrival within an owner', async ({
    assert,
  }) => {
    const { began, run, end } = stage({ lanes: 3 })
    const all = ['a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'c2'].map(run)
    await new Promise(setImmediate)
    assert.deepEqual(began.splice(0), ['a1', 'a2', 'b1'])
    await end('a1')
    assert.deepEqual(began.splice(0), ['c1'])
    await end('a2')
    assert.deepEqual(began.splice(0), ['a3'])
    for (const name of ['b1', 'c1', 'a3']) await end(name)
    assert.sameMembers(began, ['b2', 'c2'])
    for (const name of ['b2', 'c2']) await end(name)
    assert.lengthOf(await Promise.all(all), 7)
  })

  test('work that fails gives its lane back', async ({ assert }) => {
    const { began, run, end } = stage({ lanes: 1, own: 1 })
    const failed = assert.rejects(() => run('a1'), 'broken')
    const next = run('a2')
    await end('a1', new Error('broken'))
    await failed
    assert.deepEqual(began, ['a1', 'a2'])
    await end('a2')
    assert.equal(await next, 'a2')
  })

  test('who waits too long is told, keeps no lane, and leaves none unused', async ({ assert }) => {
    const { began, run, end } = stage({ lanes: 1, own: 1, patience: 20 })
    const first = run('a1')
    await Promise.all(['a2', 'b1'].map((name) => assert.rejects(() => run(name), 'late')))
    await end('a1')
    const last = run('b2')
    await new Promise(setImmediate)
    assert.deepEqual(began, ['a1', 'b2'])
    await end('b2')
    assert.deepEqual(await Promise.all([first, last]), ['a1', 'b2'])
  })
})
