import { test } from '@japa/runner'
import { returnPage, withToken } from '#end_users/rules/return_page'

const HOSTED = 'https://service.example/portal/1'
const PAGES = { hosted: HOSTED, hosts: ['shop.example'] }
const portal = { returnUrls: ['https://example.com', 'http://localhost:5173'] }

/** contract/09-end-users#92-getting-in */
test.group('the page that a link leads to', () => {
  test('is the one that was asked for, else the first of the portal, else the one at the service', ({
    assert,
  }) => {
    assert.equal(returnPage(portal, PAGES, 'http://localhost:5173/in?a=b'), 'http://localhost:5173/in?a=b')
    assert.equal(returnPage(portal, PAGES), 'https://example.com')
    assert.equal(returnPage({ returnUrls: [] }, PAGES), HOSTED)
  })

  test('may be any page of the portal at the service')
    .with([HOSTED, `${HOSTED}/`, `${HOSTED}/tickets?a=b`])
    .run(({ assert }, page) => {
      assert.equal(returnPage(portal, PAGES, page), page)
    })

  test('may be any page at a host of the org, over https', ({ assert }) => {
    for (const page of ['https://shop.example', 'https://shop.example:443/portal?a=b'])
      assert.equal(returnPage(portal, PAGES, page), page)
  })

  test('lies under an origin of the portal or at a host of the org')
    .with([
      'https://example.com.evil.example/',
      'https://example.com@evil.example/',
      'http://example.com/',
      'https://example.com:8443/',
      'javascript:alert(1)',
      '//example.com',
      'nothing',
      'http://shop.example/',
      'https://shop.example:8443/',
      'https://a.shop.example/',
      'https://service.example/',
      'https://service.example/portal/12',
      'https://service.example/portal/1/../2',
    ])
    .run(({ assert }, page) => {
      assert.throws(() => returnPage(portal, PAGES, page), /must lie under/)
    })

  test('gets the token in its fragment, in the place of any other', ({ assert }) => {
    assert.equal(withToken('https://example.com/in?a=b#c', 'abc'), 'https://example.com/in?a=b#token=abc')
  })
})
