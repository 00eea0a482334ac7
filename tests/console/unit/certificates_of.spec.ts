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
    assert.deepEqual(certificatesOf(`DDDD\n${pemOf('AAAA')}`), ['DDDD', pemOf('AAAA')])
  })
})
