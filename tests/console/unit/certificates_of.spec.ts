import { test } from '@japa/runner'
import { certificatesOf } from '../../../resources/console/src/screens/settings/certificates_of.js'

const pemOf = (body: string) => `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----`

test.group('certificates in the form of single sign-on', () => {
  test('are told apart, and an empty field has none', ({ assert }) => {
    const both = [pemOf('AAAA'), pemOf('BBBB')]
    assert.deepEqual(certificatesOf(`${both.join('\r\n\r\n')}\n`), both)
    assert.deepEqual(certificatesOf(' \n'), [])
  })

  test('that are no whole PEM are kept, so that the service refuses them', ({ assert }) => {
    const half = '-----BEGIN CERTIFICATE-----\nCCCC'
    assert.deepEqual(certificatesOf('MIIC'), ['MIIC'])
    assert.deepEqual(certificatesOf(half), [half])
    assert.deepEqual(certificatesOf(`${pemOf('AAAA')}\n${half}`), [pemOf('AAAA'), half])
    const bare = 'D'.repeat(64)
    assert.deepEqual(certificatesOf(`${bare}\r\n${pemOf('AAAA')}`), [bare, pemOf('AAAA')])
  })

  test('may have lines of tools between them', ({ assert }) => {
    const text = `subject=CN = idp\n${pemOf('AAAA')}\nBag Attributes\n  localKeyID: 54 69\n${pemOf('BBBB')}`
    assert.deepEqual(certificatesOf(text), [pemOf('AAAA'), pemOf('BBBB')])
  })
})
