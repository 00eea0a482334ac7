import { test } from '@japa/runner'
import { answers, answersBare, answersWith, shape } from '#http/api/shapes'

const { either, exactly, object, optional, text, uuid } = shape

type Tokens = { token: string }
type Things = {
  show(): Promise<{ ok: true; data: { id: string } }>
  signIn(): Promise<{ ok: true; data: Tokens } | { ok: true; data: { challenge: true } }>
  live(): { status: 'ok' }
}

/** The compiler checks these: an `@ts-expect-error` without an error does not compile. */
test('an answer compiles for what the action returns alone', ({ assert }) => {
  const envelope = answers<Things['show']>(201)({ id: uuid() })
  assert.containSubset(envelope, { status: 201, body: { required: ['ok', 'data'] } })
  // @ts-expect-error a field too many
  answers<Things['show']>()({ id: uuid(), secret: text() })
  // @ts-expect-error a field that may be missing
  answers<Things['show']>()({ id: optional(uuid()) })
  // @ts-expect-error an action without an envelope
  answers<Things['live']>()({ status: exactly('ok') })
  const two = either(object({ token: text() }), object({ challenge: exactly(true) }))
  assert.lengthOf((two as unknown as { anyOf: object[] }).anyOf, 2)
  answersWith<Things['signIn']>()(two)
  // @ts-expect-error one of two forms
  answersWith<Things['signIn']>()(object({ token: text() }))

  const bare = answersBare<Things['live']>()(object({ status: exactly('ok') }))
  assert.containSubset(bare, { status: 200, body: { required: ['status'] } })
  // @ts-expect-error another value
  answersBare<Things['live']>()(object({ status: exactly('down') }))
})
