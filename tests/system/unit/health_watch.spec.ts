import { test } from '@japa/runner'
import HealthWatch from '#system/health/health_watch'

const nothing = async () => {}

test.group('the health watch', () => {
  test('looks once the first work is done', async ({ assert }) => {
    const done: string[] = []
    const watch = new HealthWatch(async () => void done.push('look'))
    await watch.start(async () => void done.push('first'))
    await watch.stop()
    assert.deepEqual(done, ['first', 'look'])
  })

  test('that was stopped during the first work does not look', async ({ assert }) => {
    const { promise: first, resolve: end } = Promise.withResolvers<void>()
    let looks = 0
    const watch = new HealthWatch(async () => looks++)
    const started = watch.start(() => first)
    const stopped = watch.stop()
    end()
    await Promise.all([started, stopped])
    assert.equal(looks, 0)
  })

  test('waits for a look that is under way before it is stopped', async ({ assert }) => {
    const { promise: look, resolve: end } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const order: string[] = []
    const watch = new HealthWatch(() => {
      begin()
      return look.then(() => void order.push('look'))
    })
    const started = watch.start(nothing)
    await begun
    const stopped = watch.stop().then(() => order.push('stopped'))
    end()
    await Promise.all([started, stopped])
    assert.deepEqual(order, ['look', 'stopped'])
  })

  test('that never began because it was stopped first does nothing', async ({ assert }) => {
    let done = 0
    const watch = new HealthWatch(async () => done++)
    await watch.stop()
    await watch.start(async () => void done++)
    assert.equal(done, 0)
  })
})
