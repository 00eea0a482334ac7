import { test } from '@japa/runner'
import {
  aged,
  agedPageIn,
  withFresh,
  type LicensePage,
  type LicensePages,
} from '../../../resources/console/src/api/aged_pages.js'

/** A page of licenses with these ids, in a list of `total`. */
const page = (ids: string, nextCursor: string | null, total = 6) =>
  ({ licenses: [...ids].map((id) => ({ id })), nextCursor, pagination: { total } }) as LicensePage

const list = (): LicensePages => ({
  pages: [page('ab', 'b'), page('cd', 'd'), page('ef', null)],
  pageParams: ['', 'b', 'd'],
})
const idsOf = ({ pages }: LicensePages) => pages.map(({ licenses }) => licenses.map(({ id }) => id).join(''))

test.group('a long list after a change', () => {
  test('has pages to read again where they are in view', ({ assert }) => {
    const old = aged(list(), 1)
    assert.isNull(agedPageIn(list(), [0, 5]))
    assert.equal(agedPageIn(old, [0, 0]), 0)
    assert.equal(agedPageIn(old, [2, 3]), 1)
    assert.equal(agedPageIn(old, [1, 4]), 0)
    assert.equal(agedPageIn(old, [5, 9]), 2)
    assert.isNull(agedPageIn(old, [6, 9]))
    const some = withFresh(old, 'b', page('cd', 'd'), 1)
    assert.isNull(agedPageIn(some, [2, 3]))
    assert.equal(agedPageIn(some, [2, 4]), 2)
  })

  test('is read again although it has no rows', ({ assert }) => {
    const empty = { pages: [page('', null, 0)], pageParams: [''] }
    assert.equal(agedPageIn(aged(empty, 1), [0, 20]), 0)
  })

  test('keeps its pages and its place while a page ends where it did', ({ assert }) => {
    const now = withFresh(aged(list(), 1), 'b', page('cd', 'd', 7), 1)
    assert.deepEqual(idsOf(now), ['ab', 'cd', 'ef'])
    assert.deepEqual(
      now.pages.map((one) => one.aged),
      [1, undefined, 1]
    )
    assert.equal(now.pages[0].pagination.total, 7)
  })

  test('drops the pages behind one that ends elsewhere, and keeps those before it', ({ assert }) => {
    const now = withFresh(aged(list(), 1), 'b', page('ce', 'e', 5), 1)
    assert.deepEqual(idsOf(now), ['ab', 'ce'])
    assert.deepEqual(now.pageParams, ['', 'b'])
    assert.equal(now.pages[0].pagination.total, 5)
  })

  test('does not take an answer that is older than the next change, or of a page that is gone', ({
    assert,
  }) => {
    const twice = aged(aged(list(), 1), 2)
    assert.equal(withFresh(twice, 'b', page('cd', 'd'), 1), twice)
    assert.equal(withFresh(twice, 'x', page('cd', 'd'), 2), twice)
    assert.equal(withFresh(list(), 'b', page('cd', 'd'), 1).pages[1].aged, undefined)
  })
})
