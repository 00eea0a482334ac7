import { test } from '@japa/runner'
import fc from 'fast-check'
import { ANSWER_BYTES, answerText } from '#webhooks/rules/answer_text'

test.group('the kept beginning of an answer', () => {
  test('{0}')
    .with([
      ['is the text', [Buffer.from('o'), Buffer.from('k')], 'ok'],
      ['may be empty', [], ''],
      ['has no NUL', [Buffer.from('a\0b')], 'a\ufffdb'],
      ['leaves a cut character out', [Buffer.from('é').subarray(0, 1)], ''],
      ['shows what is no text', [Buffer.from([0xff])], '\ufffd'],
      ['ends after 2 KiB', [Buffer.alloc(5000, 'x')], 'x'.repeat(2048)],
    ] as const)
    .run(({ assert }, [, pieces, text]) => {
      assert.equal(answerText([...pieces]), text)
    })

  test('is the beginning of any text, however it comes in pieces', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), fc.nat(4000), (text, cut) => {
        const bytes = Buffer.from(text)
        const kept = answerText([bytes.subarray(0, cut), bytes.subarray(cut)])
        const whole = bytes.toString().replaceAll('\0', '\ufffd')
        const isWhole = bytes.length <= ANSWER_BYTES
        return isWhole ? kept === whole : whole.startsWith(kept) && Buffer.byteLength(kept) > ANSWER_BYTES - 8
      })
    )
  })
})
