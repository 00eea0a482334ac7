import { test } from '@japa/runner'
import WatchedWindows from '#kernel/limits/watched_windows'

const NOW = 1_800_000_000_000
const bucket = (key: string, limit = 100) => ({ key, limit })

/** Windows whose counts the store has just reported. */
function told(used: Record<string, number>, windows = new WatchedWindows(), now = NOW) {
  const keys = Object.keys(used)
  const nobody = keys.map(() => 0)
  windows.watch(
    keys.map((key) => bucket(key)),
    now
  )
  windows.arrive(windows.depart(keys, nobody, now), nobody, Object.values(used))
  return windows
}

test.group('windows that this process may count in', () => {
  test('one that nobody knows is counted by the store', ({ assert }) => {
    const windows = new WatchedWindows()
    assert.isNull(windows.count([bucket('a')], NOW))
    windows.watch([bucket('a')], NOW)
    assert.isNull(windows.count([bucket('a')], NOW), 'the store has not answered yet')
    assert.deepEqual(windows.unsent(), [])
  })

  test('each call takes one, and what is left is told as the store would tell it', ({ assert }) => {
    const windows = told({ a: 10, b: 50 })
    const both = [bucket('a'), bucket('unlimited', -1), bucket('b', 200)]
    assert.deepEqual(windows.count(both, NOW), [89, -1, 149])
    assert.deepEqual(windows.count(both, NOW), [88, -1, 148])
    assert.deepEqual(windows.count([bucket('b', 200)], NOW), [147])
  })

  test('a call takes from no window if the store has to be asked for one of them', ({ assert }) => {
    const windows = told({ a: 10 })
    assert.isNull(windows.count([bucket('a'), bucket('b')], NOW))
    assert.deepEqual(windows.count([bucket('a')], NOW), [89])
  })

  test('the last tenth is counted by the store, and so is the last call', ({ assert }) => {
    const windows = told({ a: 88, b: 0 })
    assert.deepEqual(windows.count([bucket('a')], NOW), [11])
    assert.deepEqual(windows.count([bucket('a')], NOW), [10])
    assert.isNull(windows.count([bucket('a')], NOW))
    assert.isNull(windows.count([bucket('b', 1)], NOW))
    assert.isNull(windows.count([bucket('b', 0)], NOW))
  })

  test('counts are on the way from the departure of a batch until its end, however it ends', async ({
    assert,
  }) => {
    for (const end of ['resolve', 'reject'] as const) {
      const windows = told({ a: 10, b: 10 })
      windows.count([bucket('a')], NOW)
      const trip = windows.depart(['a', 'b'], [0, 1], NOW)
      assert.isTrue(trip.loaded)
      const { promise, [end]: ends } = Promise.withResolvers<void>()
      windows.carry(trip, promise)
      assert.equal(windows.onTheWay([bucket('b'), bucket('a')]), promise)
      assert.isNull(windows.onTheWay([bucket('b'), bucket('c')]), 'nothing was counted there')
      assert.isFalse(windows.depart(['a'], [1], NOW).loaded, 'they are on the way once')
      ends()
      await promise.catch(() => {})
      assert.isNull(windows.onTheWay([bucket('a')]))
    }
  })

  test('what the store said is forgotten after a quarter of a second', ({ assert }) => {
    const windows = told({ a: 10 })
    assert.isNotNull(windows.count([bucket('a')], NOW + 249))
    assert.isNull(windows.count([bucket('a')], NOW + 250))
    windows.forgetOld(NOW + 250)
    assert.equal(windows.size, 1, 'it holds a count that is still to be sent')
    windows.arrive(windows.depart(['a'], [0], NOW + 250), [0], [undefined])
    windows.forgetOld(NOW + 250)
    assert.equal(windows.size, 0)
  })

  test('counts go to the store once, before the requests that they go with', ({ assert }) => {
    const windows = told({ a: 10 })
    windows.count([bucket('a')], NOW)
    windows.count([bucket('a')], NOW)
    const trip = windows.depart(['other', 'a'], [1, 3], NOW + 20)
    assert.deepEqual(
      trip.windows.map(({ slot, count }) => [slot, count]),
      [[1, 2]]
    )
    assert.deepEqual(windows.depart(['a'], [0], NOW + 20).windows[0].count, 0)
    assert.deepEqual(windows.count([bucket('a')], NOW + 21), [84], 'what is under way counts too')
    windows.arrive(trip, [1, 3], [1, 15])
    assert.deepEqual(windows.count([bucket('a')], NOW + 269), [83])
  })

  test('an answer that was overtaken takes nothing back', ({ assert }) => {
    const windows = told({ a: 10 })
    const [first, second] = [windows.depart(['a'], [1], NOW + 1), windows.depart(['a'], [1], NOW + 2)]
    windows.arrive(second, [1], [12])
    windows.arrive(first, [1], [11])
    assert.deepEqual(windows.count([bucket('a')], NOW + 3), [87])
  })

  test('a window that has begun anew is counted from its beginning', ({ assert }) => {
    const windows = told({ a: 80 })
    windows.arrive(windows.depart(['a'], [1], NOW + 9), [1], [1])
    assert.deepEqual(windows.count([bucket('a')], NOW + 10), [98])
  })

  test('after counts were lost on the way the store is asked', ({ assert }) => {
    const windows = told({ a: 10, b: 10 })
    windows.count([bucket('a')], NOW)
    windows.lose(windows.depart(['a'], [0], NOW))
    assert.isNull(windows.count([bucket('a')], NOW))
    assert.deepEqual(windows.count([bucket('b')], NOW), [89])
  })

  test('no more windows are remembered than there is room for', ({ assert }) => {
    const windows = told({ a: 1, b: 1, c: 1 }, new WatchedWindows(2))
    assert.equal(windows.size, 2)
    assert.isNull(windows.count([bucket('c')], NOW))
    assert.isNotNull(windows.count([bucket('a'), bucket('b')], NOW))
  })
})
