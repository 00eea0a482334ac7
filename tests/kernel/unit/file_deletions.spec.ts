import { setTimeout as delay } from 'node:timers/promises'
import { test } from '@japa/runner'
import FileDeletions from '#kernel/files/file_deletions'

const fail = async () => {
  throw new Error('locked')
}

test.group('the deletions of a run', () => {
  test('go on after failures that take no time, and end in one error', async ({ assert }) => {
    const deletions = new FileDeletions()
    for (let one = 0; one < 1000; one++) assert.isFalse(await deletions.attempt(`file ${one}`, fail))
    assert.isTrue(await deletions.attempt('another', async () => {}))
    assert.throws(() => deletions.assertAll(), 'Could not delete file 0: locked (failures in this run: 1000)')
  })

  test('end without an error if there was none', async ({ assert }) => {
    const deletions = new FileDeletions()
    assert.isTrue(await deletions.attempt('file', async () => {}))
    assert.doesNotThrow(() => deletions.assertAll())
  })

  test('give up on a disk that takes long to fail', async ({ assert }) => {
    const deletions = new FileDeletions(20)
    const slowly = () => delay(30).then(fail)
    assert.isFalse(await deletions.attempt('file', slowly))
    assert.isTrue(deletions.givenUp)
    let tried = false
    assert.isFalse(await deletions.attempt('another', async () => (tried = true)))
    assert.isFalse(tried)
  })
})
