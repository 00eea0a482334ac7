import { test } from '@japa/runner'
import {
  placeByKey,
  placeUnder,
  placeWords,
} from '../../../resources/console/src/screens/overview/chart_place.js'

const TIMES = [100, 200, 300, 400]

test.group('the place in a chart', () => {
  test('under {at} is {place}')
    .with([
      { at: 100, place: 0 },
      { at: 199, place: 0 },
      { at: 200, place: 1 },
      { at: 399.9, place: 2 },
      { at: 450, place: 3 },
      { at: 90, place: 0 },
    ])
    .run(({ assert }, { at, place }) => {
      assert.equal(placeUnder(TIMES, at), place)
    })

  test('does not exist in a chart without points', ({ assert }) => {
    assert.isNull(placeUnder([], 100))
    assert.isUndefined(placeByKey('ArrowLeft', null, 0))
  })

  test('{key} leads from {from} to {to}')
    .with([
      { key: 'ArrowLeft', from: 3, to: 2 },
      { key: 'ArrowRight', from: 2, to: 3 },
      { key: 'ArrowRight', from: 9, to: 9 },
      { key: 'ArrowLeft', from: 0, to: 0 },
      { key: 'ArrowDown', from: 2, to: 1 },
      { key: 'ArrowUp', from: 2, to: 3 },
      { key: 'PageDown', from: 9, to: 2 },
      { key: 'PageUp', from: 1, to: 8 },
      { key: 'Home', from: 3, to: 0 },
      { key: 'End', from: 0, to: 9 },
      { key: 'ArrowLeft', from: null, to: 8 },
      { key: 'Escape', from: 3, to: null },
    ])
    .run(({ assert }, { key, from, to }) => {
      assert.equal(placeByKey(key, from, 10), to)
    })

  test('is not changed by other keys', ({ assert }) => {
    assert.isUndefined(placeByKey('Tab', 1, 4))
    assert.isUndefined(placeByKey('a', 1, 4))
  })

  test('is named by the day or the hour', ({ assert }) => {
    assert.equal(placeWords('2026-11-24T00:00:00.000Z', false), 'Tue 24 Nov 2026 UTC')
    assert.equal(placeWords('2026-11-24T14:00:00.000Z', true), 'Tue 24 Nov 2026, 14:00 UTC')
  })
})
