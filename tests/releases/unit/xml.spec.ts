import { test } from '@japa/runner'
import fc from 'fast-check'
import { element, emptyElement } from '#releases/http/feeds/xml'
import { readXml } from '#tests/testkit/xml'

/** The text as XML keeps it: characters that XML cannot contain are replaced. */
const kept = (text: string) =>
  text.toWellFormed().replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd')

test.group('XML', () => {
  test('holds any text, in elements and attributes', ({ assert }) => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(']]>', '<script>', '&amp;', '"\'', '\r\n\t', '\0', '\ud800')
    )
    fc.assert(
      fc.property(texts, (text) => {
        assert.equal(readXml(element('a', text)).text, kept(text))
        assert.equal(readXml(emptyElement('a', { b: text })).attributes.b, kept(text))
      }),
      { numRuns: 100 }
    )
  })
})
