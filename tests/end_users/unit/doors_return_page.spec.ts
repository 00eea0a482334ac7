import { test } from '@japa/runner'
import { returnPage, withToken } from '#end_users/rules/return_page'

const HOSTED = 'https://service.example/portal/1'
const portal = { returnUrls: ['https://example.com', 'http://localhost:5173'] }

/** contract/09-end-users#92-getting-in */
test.group('the page that a link leads to', () => {
  test('is the one that was asked for, else the first of the portal, else the one at the service', ({
    assert,
  }) => {
    assert.equal(returnPage(portal, HOSTED, 'http://localhost:5173/in?a=b'), 'http://localhost:5173/in?a=b')
    assert.equal(returnPage(portal, HOSTED), 'https://example.com')
    assert.equal(returnPage({ returnUrls: [] }, HOSTED), HOSTED)
  })

  test('may be any page of the portal at the service')
    .with([HOSTED, `${HOSTED}/`, `${HOSTED}/tickets?a=b`])
    .run(({ assert }, page) => {
      assert.equal(returnPage(portal, HOSTED, page), page)
    })

  test('lies under an origin of the portal')
    .with([
      'https://example.com.evil.example/',
      'https://example.com@evil.example/',
      'http://example.com/',
      'https://example.com:8443/',
      'javascript:alert(1)',
      '//example.com',
      'nothing',
      'https://service.example/',
      'https://service.example/portal/12',
      'https://service.example/portal/1/../2',
    ])
    .run(({ assert }, page) => {
      assert.throws(() => returnPage(portal, HOSTED, page), /must lie under/)
    })

  test('gets the token in its fragment, in the place of any other', ({ assert }) => {
    assert.equal(withToken('https://example.com/in?a=b#c', 'abc'), 'https://example.com/in?a=b#token=abc')
  })
})
