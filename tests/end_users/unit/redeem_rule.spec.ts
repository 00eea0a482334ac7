import { test } from '@japa/runner'
import { LICENSE_STATUSES } from '#licensing/rules/license'
import { mayRedeem } from '#end_users/rules/redeem'

const HOLDERS = ['none', 'me', 'else'] as const

/**
 * The table of contract/09-end-users#95-licenses-eu; in cells with two words, the first applies with claimByKey, the
 * second without.
 */
const TABLE = {
  PENDING: ['activate', 'activate', 'LICENSE_NOT_OWNED'],
  ACTIVE: ['claim LICENSE_NOT_OWNED', 'CONFLICT', 'LICENSE_NOT_OWNED'],
  EXPIRED: ['claim LICENSE_NOT_OWNED', 'CONFLICT', 'LICENSE_NOT_OWNED'],
  REVOKED: ['LICENSE_INACTIVE', 'LICENSE_INACTIVE', 'LICENSE_NOT_OWNED'],
  SUSPENDED: ['LICENSE_INACTIVE', 'LICENSE_INACTIVE', 'LICENSE_NOT_OWNED'],
}

const CELLS = LICENSE_STATUSES.flatMap((status) =>
  HOLDERS.flatMap((holder, at) =>
    [true, false].map((claimByKey) => {
      const words = TABLE[status][at].split(' ')
      return { status, holder, claimByKey, expected: claimByKey ? words[0] : words.at(-1) }
    })
  )
)

test.group('who may redeem', () => {
  test('{status} of {holder}, claimByKey {claimByKey}: {expected}')
    .with(CELLS)
    .run(({ assert }, { status, holder, claimByKey, expected }) => {
      const verdict = mayRedeem(status, holder, claimByKey)
      assert.equal(verdict.may ?? verdict.code, expected)
    })
})
