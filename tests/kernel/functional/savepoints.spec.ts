import { test } from '@japa/runner'
import { inSavepoint } from '#kernel/database/savepoint'
import { rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'

const write = (trx: Trx, word: string) => rows(trx, 'insert into written (word) values (?)', [word])

/** Fails in the database, so that the transaction accepts no statement until it goes back. */
const fail = (trx: Trx) => rows(trx, 'select 1 / 0')

/** Runs `work` in a transaction with an empty table; returns the words that are in it afterwards. */
const wordsAfter = (work: (trx: Trx) => Promise<unknown>) =>
  transaction(async (trx) => {
    await rows(trx, 'create temp table written (word text) on commit drop')
    await work(trx)
    return (await rows<{ word: string }>(trx, 'select word from written order by word')).map(
      ({ word }) => word
    )
  })

test.group('a part of a transaction that may fail', () => {
  test('is undone alone, and the transaction goes on', async ({ assert }) => {
    const words = await wordsAfter(async (trx) => {
      await write(trx, 'before')
      const part = inSavepoint(trx, async () => {
        await write(trx, 'part')
        await fail(trx)
      })
      await assert.rejects(() => part, /division by zero/)
      await write(trx, 'after')
    })
    assert.deepEqual(words, ['after', 'before'])
  })

  test('is undone as a whole if it fails after a part of itself has', async ({ assert }) => {
    const words = await wordsAfter(async (trx) => {
      const outer = inSavepoint(trx, async () => {
        await write(trx, 'outer')
        await assert.rejects(() => inSavepoint(trx, () => fail(trx)))
        await fail(trx)
      })
      await assert.rejects(() => outer)
    })
    assert.isEmpty(words)
  })

  test('keeps what a part of itself has written before another one fails', async ({ assert }) => {
    const words = await wordsAfter((trx) =>
      inSavepoint(trx, async () => {
        await inSavepoint(trx, () => write(trx, 'kept'))
        await assert.rejects(() => inSavepoint(trx, () => fail(trx)))
      })
    )
    assert.deepEqual(words, ['kept'])
  })
})
