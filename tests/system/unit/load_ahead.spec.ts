import { test } from '@japa/runner'
import { loadAhead } from '#system/serving/load_ahead'

test.group('modules that are loaded ahead', () => {
  test('all of them, in their order, one at a time, whatever becomes of the others', async ({ assert }) => {
    const loaded: string[] = []
    let underWay = 0
    const one = (name: string) => async () => {
      assert.equal(++underWay, 1, name)
      await Promise.resolve()
      underWay--
      loaded.push(name)
      if (name === 'broken') throw new Error('It cannot be loaded')
    }
    await loadAhead({ first: one('first'), group: { broken: one('broken'), deep: { last: one('last') } } })
    assert.deepEqual(loaded, ['first', 'broken', 'last'])
  })

  test('other work has its turn between two of them', async ({ assert }) => {
    const turns: number[] = []
    let loaded = 0
    const ticking = setInterval(() => turns.push(loaded), 1)
    const modules = Object.fromEntries(Array.from({ length: 5 }, (_, at) => [at, async () => void loaded++]))
    await loadAhead(modules).finally(() => clearInterval(ticking))
    assert.includeMembers(turns, [1, 2, 3, 4])
  })
})
