import { test } from '@japa/runner'
import { errors } from '@vinejs/vine'
import { MAX_ENTRIES, entriesValidator } from '#licensing/http/blacklists_input'

test.group('problems of a long list', () => {
  test('no more are found than an answer names', async ({ assert }) => {
    const entries = Array.from({ length: MAX_ENTRIES }, () => ({ type: 'MAC', value: 5, reason: 5 }))
    const error: unknown = await entriesValidator.validate({ entries }).catch((refused: unknown) => refused)
    assert.instanceOf(error, errors.E_VALIDATION_ERROR)
    const { messages } = error as { messages: { field: string }[] }
    assert.lengthOf(messages, 100)
    assert.deepEqual(
      messages.slice(0, 4).map(({ field }) => field),
      ['entries.0.type', 'entries.0.value', 'entries.0.reason', 'entries.1.type']
    )
  })
})
