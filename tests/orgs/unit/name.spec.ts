import { test } from '@japa/runner'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { inviteMail } from '#kernel/mail/texts'
import { NAME_SCHEMA, nameProblem, personalOrgName, quotedName } from '#kernel/text/name'

/** Any text, with the characters that matter here mixed in often. */
const anyText = fc
  .array(
    fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\r\n', '\n', '://', '"', '\u2028', '\u202e'))
  )
  .map((parts) => parts.join(''))

test.group('names', () => {
  test('{0} is refused: {1}')
    .with([
      ['Acme', false],
      ["Müller & Söhne (Köln), 'GmbH'", false],
      ['株式会社 ライセンス', false],
      ['a: b / c', false],
      ['A\nB', true],
      ['A\u0000B', true],
      ['A\u2028B', true],
      ['\u202eABC', true],
      ['see http://evil.example', true],
    ] as [string, boolean][])
    .run(({ assert }, [name, refused]) => assert.equal(nameProblem(name) !== null, refused))

  test('the schema in the API document fits the names that are not refused', ({ assert }) => {
    const fits = new Ajv2020().compile({ type: 'string', ...NAME_SCHEMA })
    fc.assert(fc.property(anyText, (name) => assert.equal(fits(name), nameProblem(name) === null)))
  })

  test('whatever a name is, in a mail it is one quoted piece of one line without a link', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        const quoted = quotedName(name)
        const inner = quoted.slice(1, -1)
        const sound = quoted.startsWith('"') && quoted.endsWith('"') && !inner.includes('"')
        return sound && nameProblem(inner) === null && inner.length <= 100
      })
    )
  })

  test('an invite has the same lines whatever the org is called', () => {
    const mailOf = (orgName: string) =>
      inviteMail(
        { orgName, inviter: 'ada@example.com', role: 'MEMBER' },
        { service: 'http://127.0.0.1', console: 'http://127.0.0.1/console' },
        'token'
      )
    const lines = mailOf('Acme').text.split(/\r|\n|\u2028/).length
    fc.assert(
      fc.property(anyText, (name) => {
        const { subject, text } = mailOf(name)
        return (
          text.split(/\r|\n|\u2028/).length === lines && subject.startsWith('A colleague invites you to "')
        )
      })
    )
  })

  test('the personal org of anybody has a name that may be', () => {
    fc.assert(
      fc.property(fc.option(anyText), anyText, (firstName, email) => {
        const name = personalOrgName(firstName, email)
        return nameProblem(name) === null && name.trim() !== '' && [...name].length <= 100
      })
    )
  })
})
