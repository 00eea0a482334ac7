import { test } from '@japa/runner'
import { madeByOurPages } from '#access/csrf'

const OURS = 'https://latchkey.example'
const isOurs = (origin: string) => origin === OURS
const FOREIGN = 'https://evil.example'

test.group('madeByOurPages: the CSRF rule for cookies', () => {
  test('{0} Sec-Fetch-Site {1} Origin {2}: {3}')
    .with([
      ['reads', 'cross-site', FOREIGN, true],
      ['reads', undefined, undefined, true],
      ['changes', 'same-origin', undefined, true],
      ['changes', 'none', undefined, true],
      ['changes', 'same-site', undefined, false],
      ['changes', 'same-site', OURS, true],
      ['changes', 'cross-site', undefined, false],
      ['changes', 'cross-site', FOREIGN, false],
      ['changes', 'cross-site', OURS, true],
      ['changes', 'Same-Origin', undefined, false],
      ['changes', '', undefined, false],
      ['changes', undefined, OURS, true],
      ['changes', undefined, FOREIGN, false],
      ['changes', undefined, `${OURS}.evil.example`, false],
      ['changes', undefined, 'http://own.example:3333', true],
      ['changes', undefined, 'https://own.example:3333', true],
      ['changes', undefined, 'http://own.example', false],
      ['changes', undefined, 'ftp://own.example:3333', false],
      ['changes', 'same-site', 'http://own.example:3333', false],
      ['changes', 'cross-site', 'http://own.example:3333', false],
      ['changes', undefined, 'null', false],
      ['changes', undefined, undefined, false],
    ] as const)
    .run(({ assert }, [does, fetchSite, origin, passes]) => {
      const request = { changes: does === 'changes', fetchSite, origin, host: 'Own.example:3333' }
      assert.equal(madeByOurPages(request, isOurs), passes)
      if (origin?.includes('own.example')) return
      assert.equal(madeByOurPages({ ...request, host: undefined }, isOurs), passes)
    })
})
