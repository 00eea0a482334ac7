import { test } from '@japa/runner'
import WriteBehind from '#kernel/batching/write_behind'

/** Notes and the order in which they were written; writes last until `release` is called. */
function heldNotes() {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const written: string[] = []
  const notes = new WriteBehind<string>({
    keyOf: (note) => note,
    write: async (_trx, some) => {
      await held
      written.push(...some)
    },
  })
  return { notes, written, release }
}

test.group('notes that are written later', () => {
  test('are written when a flush ends, though earlier flushes have taken them along', async ({ assert }) => {
    const { notes, written, release } = heldNotes()
    const ended: string[] = []
    const flush = (name: string) => notes.flush().then(() => ended.push(name))
    notes.note('first')
    const flushes = [flush('one')]
    await new Promise(setImmediate)
    notes.note('second')
    flushes.push(flush('two'), flush('three'))
    release()
    await flushes[2]
    assert.deepEqual(ended, ['one', 'two', 'three'])
    assert.deepEqual(written, ['first', 'second'])
    await Promise.all(flushes)
  })
})
