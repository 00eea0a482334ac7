import { test } from '@japa/runner'
import { security } from '#config/security'
import { BASE } from '#tests/testkit/http'

const ADDRESS = `${BASE}/.well-known/security.txt`

test.group('security.txt', (group) => {
  group.tap((one) => one.tags(['@once']))

  test('is not there where nobody has set a contact', async ({ assert }) => {
    const answer = await fetch(ADDRESS)
    assert.equal(answer.status, 404)
    const { error } = (await answer.json()) as { error: { code: string } }
    assert.equal(error.code, 'NOT_FOUND')
  })

  test('names the contact that is set, and holds for some months', async ({ assert, cleanup }) => {
    cleanup(() => void (security.contact = undefined))
    security.contact = 'mailto:security@example.com'
    const answer = await fetch(ADDRESS)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8')
    const text = await answer.text()
    assert.match(text, /^Contact: mailto:security@example\.com$/m)
    assert.match(text, /^Canonical: https?:\S+\/\.well-known\/security\.txt$/m)
    const expires = Date.parse(/^Expires: (\S+)$/m.exec(text)![1])
    assert.isAbove(expires, Date.now() + 30 * 24 * 3600 * 1000)
    assert.isBelow(expires, Date.now() + 365 * 24 * 3600 * 1000)
  })
})
