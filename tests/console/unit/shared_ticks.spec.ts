import { mock } from 'node:test'
import { test } from '@japa/runner'
import { sharedTicks } from '../../../resources/console/src/ui/shared_ticks.js'

const MINUTE = 60_000

/** A page that can be hidden, and the number of its listeners. */
class FakePage extends EventTarget {
  hidden = false
  listening = 0

  override addEventListener(...args: Parameters<EventTarget['addEventListener']>) {
    this.listening++
    super.addEventListener(...args)
  }

  override removeEventListener(...args: Parameters<EventTarget['removeEventListener']>) {
    this.listening--
    super.removeEventListener(...args)
  }

  hide(hidden: boolean) {
    this.hidden = hidden
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

test.group('the ticks of a page', (group) => {
  group.each.setup(() => {
    mock.timers.enable({ apis: ['setInterval'] })
    return () => mock.timers.reset()
  })

  function open() {
    const page = new FakePage()
    return { page, ticks: sharedTicks(page, MINUTE) }
  }

  test('come from one timer for all listeners, which ends with the last', ({ assert }) => {
    const started = mock.method(globalThis, 'setInterval')
    const { page, ticks } = open()
    const heard = [0, 0, 0]
    const stops = heard.map((_, at) => ticks.subscribe(() => void heard[at]++))
    mock.timers.tick(MINUTE - 1)
    assert.deepEqual(heard, [0, 0, 0])
    mock.timers.tick(1)
    assert.deepEqual(heard, [1, 1, 1])
    assert.equal(started.mock.callCount(), 1)
    stops[0]()
    mock.timers.tick(MINUTE)
    assert.deepEqual(heard, [1, 2, 2])
    stops[1]()
    stops[2]()
    mock.timers.tick(10 * MINUTE)
    assert.equal(ticks.count(), 2)
    assert.equal(page.listening, 0)
    started.mock.restore()
  })

  test('stop while the page is hidden, and one comes when it is seen again', ({ assert }) => {
    const { page, ticks } = open()
    ticks.subscribe(() => {})
    page.hide(true)
    mock.timers.tick(10 * MINUTE)
    assert.equal(ticks.count(), 0)
    page.hide(false)
    assert.equal(ticks.count(), 1)
    mock.timers.tick(MINUTE)
    assert.equal(ticks.count(), 2)
  })

  test('begin when a page that was opened hidden is seen', ({ assert }) => {
    const { page, ticks } = open()
    page.hidden = true
    ticks.subscribe(() => {})
    mock.timers.tick(MINUTE)
    assert.equal(ticks.count(), 0)
    page.hide(false)
    mock.timers.tick(MINUTE)
    assert.equal(ticks.count(), 2)
  })
})
