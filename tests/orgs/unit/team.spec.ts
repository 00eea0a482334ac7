import { test } from '@japa/runner'
import { invitableRoles, mayInvite, teamVerdict } from '#orgs/rules/team'
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

test.group('changes of a team', () => {
  test('a {0} who makes a {1} a {2}, himself: {3}, of {4} OWNERs')
    .with([
      ['OWNER', 'OWNER', 'ADMIN', false, 2, 'allowed'],
      ['OWNER', 'OWNER', 'ADMIN', true, 1, 'last-owner'],
      ['OWNER', 'OWNER', null, true, 1, 'last-owner'],
      ['OWNER', 'OWNER', 'OWNER', true, 1, 'allowed'],
      ['ADMIN', 'OWNER', null, false, 1, 'role-too-low'],
      ['ADMIN', 'MEMBER', 'OWNER', false, 1, 'role-too-low'],
      ['ADMIN', 'MEMBER', 'ADMIN', false, 1, 'allowed'],
      ['MEMBER', 'VIEWER', null, false, 1, 'role-too-low'],
      ['MEMBER', 'MEMBER', null, true, 1, 'allowed'],
      ['VIEWER', 'VIEWER', 'MEMBER', true, 1, 'role-too-low'],
    ] as [Role, Role, Role | null, boolean, number, string][])
    .run(({ assert }, [by, from, to, self, owners, expected]) => {
      const verdict = teamVerdict({ by, from, to, self, owners })
      assert.equal(verdict.allow ? 'allowed' : verdict.reason.reason, expected)
    })
})
