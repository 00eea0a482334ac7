import { test } from '@japa/runner'
import fc from 'fast-check'
import { formatKey, KEY_BYTES } from '#catalog/rules/key'
import { spellingsOf } from '#licensing/rules/typed_key'

const generated = (prefix: fc.Arbitrary<string | null>) =>
  fc
    .tuple(fc.uint8Array({ minLength: KEY_BYTES, maxLength: KEY_BYTES }), prefix)
    .map(([random, before]) => ({ key: formatKey(random, before), prefix: before }))

/** Mistakes that people make when they type a key: another case, spaces, no dashes, letters for digits. */
const misread = fc.record({
  lower: fc.boolean(),
  between: fc.constantFrom('-', ' ', ' - ', ''),
  around: fc.constantFrom('', ' ', '\n'),
  letters: fc.boolean(),
})

const PREFIX = /^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/

test.group('keys as people type them', () => {
  test('a generated key is among its spellings, however it was misread', ({ assert }) => {
    fc.assert(
      fc.property(
        generated(fc.option(fc.stringMatching(PREFIX))),
        misread,
        ({ key, prefix }, { lower, between, around, letters }) => {
          const body = key.slice(-29)
          const before = key.slice(0, -29)
          let typed = body.replaceAll('-', between)
          if (letters) typed = typed.replaceAll('0', 'O').replaceAll('1', 'l')
          typed = around + before + typed + around
          if (lower) typed = typed.toLowerCase()
          assert.include(spellingsOf(typed, prefix ? [prefix] : []), key, typed)
        }
      ),
      { numRuns: 500 }
    )
  })

  test('the text itself comes first', ({ assert }) => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          generated(fc.constant(null)).map(({ key }) => key)
        ),
        (typed) => {
          assert.equal(spellingsOf(typed)[0], typed)
        }
      )
    )
  })

  test('{0} is looked for only as it is')
    .with([
      'my-custom-key',
      'MY-CUSTOM-KEY-0001',
      'U2345-67890-ABCDE-FGHJK-MNPQR',
      '12345-67890-ABCDE-FGHJK-MNPQ',
      '',
      '     ',
      'A'.repeat(24),
      'ÄBCDE-67890-ABCDE-FGHJK-MNPQR',
    ])
    .run(({ assert }, typed) => assert.deepEqual(spellingsOf(typed), [typed]))

  test('a prefix is read as a product has it, and keeps its letters', ({ assert }) => {
    const key = 'LOL-12345-67890-ABCDE-FGHJK-MNPQR'
    assert.include(spellingsOf('lol-i2345-6789o-abcde-fghjk-mnpqr'), key)
    const body = key.slice(4)
    assert.include(spellingsOf(`acme ${body.toLowerCase()}`, ['Other', 'AcMe']), `AcMe-${body}`)
    assert.include(spellingsOf(`acme_${body.toLowerCase()}`, ['AcMe_']), `AcMe_${body}`)
    assert.include(spellingsOf(`pro il ${body.replaceAll('-', ' ')}`, ['Pro-IL']), `Pro-IL-${body}`)
    assert.include(spellingsOf([...`acme${body}`].join(' '), ['AcMe']), `AcMe-${body}`)
  })

  test('the longest text that a body may hold is read at once', ({ assert }) => {
    const started = performance.now()
    for (let round = 0; round < 100; round++) spellingsOf(`${'A '.repeat(127)}.`)
    assert.isBelow(performance.now() - started, 1000)
  })
})
