import { setImmediate } from 'node:timers/promises'
import { test } from '@japa/runner'
import StoreUpload, { discardUpload } from '#operations/kinds/import/store_upload'
import { newId } from '#kernel/secrets/ids'

const ROW = 'x'.repeat(1000)

test('while an upload is read, other requests have their turns, however large its pieces are', async ({
  assert,
  cleanup,
}) => {
  const id = newId()
  cleanup(() => discardUpload(id))
  // Fewer records than a part has, so that no write of a part yields to the event loop.
  const lines = Array.from({ length: 900 }, (_, at) => `KEY-${at},${ROW}`)
  const piece = Buffer.from(`key,metadata.text\n${lines.join('\n')}\n`)
  let turns = 0
  let whileRead = 0
  async function* inOnePiece() {
    const before = turns
    yield piece
    whileRead = turns - before
  }
  let storing = true
  const stored = new StoreUpload()
    .execute(id, { bytes: inOnePiece(), name: null, type: 'text/csv' })
    .finally(() => (storing = false))
  for (; storing; turns++) await setImmediate()
  assert.equal((await stored).records, 900)
  assert.isAtLeast(whileRead, 50)
})
