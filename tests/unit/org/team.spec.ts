import { test } from '@japa/runner'
import { invitableRoles, mayInvite } from '#orgs/rules/team'
import type { Role } from '#orgs/rules/roles'

test.group('who may invite whom', () => {
  test('{0} may invite {1}')
    .with([
      ['OWNER', ['OWNER', 'ADMIN', 'MEMBER', 'VIEWER']],
      ['ADMIN', ['ADMIN', 'MEMBER', 'VIEWER']],
      ['MEMBER', []],
      ['VIEWER', []],
      [null, []],
    ] as [Role | null, Role[]][])
    .run(({ assert }, [by, roles]) => assert.deepEqual(invitableRoles(by), roles))

  test('nobody may who is no member', ({ assert }) => assert.isFalse(mayInvite(null, 'VIEWER')))
})
