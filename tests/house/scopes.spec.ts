import { test } from '@japa/runner'
import { projectFiles, textOf } from '#tests/testkit/project_files'

/**
 * A handwritten condition for the rows of a tenant. A statement that forgets half of it returns rows of other tenants.
 */
const BY_HAND = /\?::uuid is null or (?:\w+\.)?product_id = \?::uuid/

test.group('the rows of a tenant', () => {
  test('are told by inScope alone', async ({ assert }) => {
    const byHand: string[] = []
    for (const file of (await projectFiles()).filter((one) => /^(?:app|commands)\/.*\.ts$/.test(one))) {
      if (BY_HAND.test(await textOf(file))) byHand.push(file)
    }
    assert.deepEqual(byHand, [])
    assert.match('org_id = ? and (?::uuid is null or l.product_id = ?::uuid)', BY_HAND)
  })
})
