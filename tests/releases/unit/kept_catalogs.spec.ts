import { test } from '@japa/runner'
import { KeptCatalogs } from '#releases/queries/kept_catalogs'
import type { FeedFile, FeedRelease } from '#releases/store/feed_release'

const KIB = 1024
const NOTES = 'notes of a release '

function release(more: Partial<FeedRelease> = {}): FeedRelease {
  const ids = { id: 'one', orgId: 'org', productId: 'product', version: '1.0.0', sortKey: '1', name: null }
  const state = { channel: 'stable', status: 'published', rolloutPercent: 100 } as const
  const dates = { createdAt: 0, updatedAt: 0, publishedAt: 0, yankedAt: null, yankReason: null }
  return { ...ids, ...state, ...dates, requires: [], metadata: {}, artifacts: [], ...more }
}

/** A store with room for some KiB, and the products and notes that it has read. */
function stage(kib: number) {
  const store = new KeptCatalogs(kib * KIB)
  const reads: string[] = []
  const ask = (productId: string, releases: FeedRelease[], stamp = 'first') =>
    store.releasesOf({ productId, stamp }, (id) => {
      reads.push(id)
      return Promise.resolve(releases)
    })
  const askNotes = (productId: string, ids: string[], text: string) =>
    store.notesOf({ productId, stamp: 'first' }, ids, (unread) => {
      reads.push(...unread)
      return Promise.resolve(new Map(unread.map((id) => [id, text])))
    })
  return { ask, askNotes, reads }
}

const big = { text: 'x'.repeat(2 * KIB) }
const file = { filename: 'app.zip', signature: 'x'.repeat(2 * KIB) } as FeedFile

test.group('the releases that are kept in memory', () => {
  test('are read once, and again when the stamp differs', async ({ assert }) => {
    const { ask, reads } = stage(10)
    const releases = [release()]
    assert.deepEqual(await ask('a', releases), releases)
    await ask('a', [])
    assert.deepEqual(reads, ['a'])
    assert.deepEqual(await ask('a', [], 'second'), [])
    assert.deepEqual(reads, ['a', 'a'])
  })

  test('are forgotten by their size, the oldest first: {$self}')
    .with(['metadata', 'files'])
    .run(async ({ assert }, what) => {
      const { ask, reads } = stage(10)
      const one = release(what === 'files' ? { artifacts: [file] } : { metadata: big })
      for (const product of ['a', 'b', 'c', 'c', 'b', 'a']) await ask(product, [one])
      assert.deepEqual(reads, ['a', 'b', 'c', 'a'])
    })

  test('are not kept if those of one product exceed the room, and push out no others', async ({ assert }) => {
    const { ask, reads } = stage(10)
    await ask('small', [release()])
    const all = [1, 2, 3].map(() => release({ metadata: big }))
    assert.lengthOf(await ask('large', all), 3)
    assert.lengthOf(await ask('large', all), 3)
    await ask('small', [])
    assert.deepEqual(reads, ['small', 'large', 'large'])
  })

  test('count with their notes, which are read once', async ({ assert }) => {
    const { ask, askNotes, reads } = stage(10)
    await ask('a', [release()])
    const notes = await askNotes('a', ['one'], NOTES)
    assert.equal(notes.get('one'), NOTES)
    assert.equal((await askNotes('a', ['one', 'two'], 'later')).get('one'), NOTES)
    assert.deepEqual(reads, ['a', 'one', 'two'])
    const long = await askNotes('a', ['three', 'four'], big.text.repeat(2))
    assert.lengthOf(long.get('four')!, 4 * KIB)
    await ask('a', [])
    assert.deepEqual(reads.slice(3), ['three', 'four', 'a'])
  })

  test('free their room when they are replaced', async ({ assert }) => {
    const { ask, reads } = stage(10)
    const one = [release({ metadata: big })]
    for (const stamp of ['first', 'second', 'third', 'fourth']) await ask('a', one, stamp)
    await ask('b', one)
    await ask('a', one, 'fourth')
    assert.deepEqual(reads, ['a', 'a', 'a', 'a', 'b'])
  })
})
