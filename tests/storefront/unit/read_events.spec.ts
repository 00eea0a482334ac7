import { test } from '@japa/runner'
import fc from 'fast-check'
import { afterFailure, afterLock } from '#storefront/rules/event_result'
import { PROVIDERS } from '#storefront/rules/processor'
import { readEvent } from '#storefront/rules/read_event'
import { RECORDED } from './recorded_events.js'

/** contract/10-storefront#106-processor-events */
test.group('events of processors in one form', () => {
  test('{0} ({1})')
    .with(RECORDED)
    .run(({ assert }, [, provider, body, meaning]) => {
      const { normal } = readEvent(provider, body as Record<string, unknown>)
      if (meaning === null) return assert.isNull(normal)
      for (const [field, value] of Object.entries(meaning)) {
        assert.deepEqual(normal?.[field as keyof typeof normal], value, field)
      }
    })

  test('whatever is sent is read without a fault', ({ assert }) => {
    const types = RECORDED.map(([, , body]) => body as Record<string, unknown>)
    fc.assert(
      fc.property(
        fc.constantFrom(...PROVIDERS),
        fc.constantFrom(...types),
        fc.object(),
        (provider, known, data) => {
          const { type } = readEvent(provider, { ...known, data })
          assert.isString(type)
        }
      ),
      { numRuns: 200 }
    )
  })

  test('a type or a status that is called like a member of every object has no effect')
    .with(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
    .run(({ assert }, name) => {
      const said = { id: 'x', ref: 'x', type: 'refund.full' }
      const data = { ...said, object: said, attributes: said }
      const body = { id: 'x', type: name, event_type: name, meta: { event_name: name }, data }
      for (const provider of PROVIDERS) {
        assert.deepInclude(readEvent(provider, body), { type: name, normal: null }, provider)
      }
      const closed = { type: 'charge.dispute.closed', data: { object: { id: 'dp_1', status: name } } }
      assert.isNull(readEvent('stripe', closed).normal)
    })

  test('a failure is tried again after 1 minute to 1 hour, six times', ({ assert }) => {
    const pauses = [0, 1, 2, 3, 4, 5, 6].map((tries) => afterFailure(tries, 0).due)
    assert.deepEqual(pauses, [60_000, 120_000, 300_000, 900_000, 1_800_000, 3_600_000, null])
    assert.deepEqual(afterFailure(6, 0), { state: 'failed', tries: 7, due: null })
  })

  test('a lost lock is no failure, however often it happens', ({ assert }) => {
    assert.deepEqual(afterLock(6, 0), { state: 'queued', tries: 6, due: 10_000 })
  })
})
