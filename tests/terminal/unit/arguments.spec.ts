import { test } from '@japa/runner'
import { requireUuid } from '#terminal/arguments'

test.group('an id argument', () => {
  test('is in lower case, as the database and everything that compares ids has it', ({ assert }) => {
    const id = '0199A7C2-5B1E-7D3F-8A4C-9E6F1B2D3C4A'
    assert.equal(requireUuid(id, 'org id'), id.toLowerCase())
  })

  test('that is missing or no UUID is refused by its name', ({ assert }) => {
    assert.throws(() => requireUuid(undefined, 'org id'), /org id is missing/)
    assert.throws(() => requireUuid('x', 'org id'), /org id must be a UUID, not "x"/)
  })
})
