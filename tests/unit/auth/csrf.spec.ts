import { test } from '@japa/runner'
import { madeByOurPages } from '#domain/auth/csrf'

const OURS = 'https://latchkey.example'
const FOREIGN = 'https://evil.example'

test.group('madeByOurPages: the CSRF rule for cookies', () => {
  test('{0} Sec-Fetch-Site {1} Origin {2}: {3}')
    .with([
      ['GET', 'cross-site', FOREIGN, true],
      ['HEAD', undefined, undefined, true],
      ['OPTIONS', 'cross-site', FOREIGN, true],
      ['POST', 'same-origin', undefined, true],
      ['POST', 'none', undefined, true],
      ['POST', 'same-site', undefined, false],
      ['POST', 'same-site', OURS, true],
      ['POST', 'cross-site', undefined, false],
      ['POST', 'cross-site', FOREIGN, false],
      ['POST', 'cross-site', OURS, true],
      ['POST', 'Same-Origin', undefined, false],
      ['POST', '', undefined, false],
      ['DELETE', undefined, OURS, true],
      ['PATCH', undefined, FOREIGN, false],
      ['POST', undefined, `${OURS}.evil.example`, false],
      ['POST', undefined, 'null', false],
      ['POST', undefined, undefined, false],
    ] as const)
    .run(({ assert }, [method, fetchSite, origin, passes]) => {
      assert.equal(madeByOurPages({ method, fetchSite, origin }, [OURS]), passes)
    })
})
