import { test } from '@japa/runner'
import { changedTags, tagsIn } from '../../../resources/console/src/screens/tickets/tags.js'

test.group('the tags of a ticket', () => {
  test('are a text with commas', ({ assert }) => {
    assert.deepEqual(tagsIn(' vip,, on hold , vip'), ['vip', 'on hold', 'vip'])
    assert.deepEqual(tagsIn(' '), [])
  })

  test('with {now} are {after} where {seen} were changed to {wanted}')
    .with([
      { now: ['refund'], seen: [], wanted: ['vip'], after: ['refund', 'vip'] },
      { now: ['a', 'b'], seen: ['a'], wanted: [], after: ['b'] },
      { now: ['b'], seen: ['a', 'b'], wanted: ['b', 'a', 'c'], after: ['b', 'c'] },
      { now: ['b'], seen: ['a'], wanted: [], after: ['b'] },
      { now: ['vip'], seen: [], wanted: ['vip', 'vip'], after: ['vip'] },
      { now: ['a', 'b'], seen: ['a', 'b'], wanted: ['b', 'a'], after: ['a', 'b'] },
    ])
    .run(({ assert }, { now, seen, wanted, after }) => {
      assert.deepEqual(changedTags(now, seen, wanted), after)
    })
})
