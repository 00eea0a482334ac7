import { test } from '@japa/runner'
import fc from 'fast-check'
import { ROLES } from '#orgs/rules/roles'
import { personOf } from '#sso/rules/attributes'
import { comparedEmail, enforcementOf, GIVEN_ROLES, roleAfter, roleOf } from '#sso/rules/connection'

const role = fc.constantFrom(...GIVEN_ROLES)
const groups = fc.array(fc.oneof(fc.string(), fc.constantFrom('a', 'b', 'constructor', '__proto__')))

test.group('whom a provider describes', () => {
  test('an address has one compared form', ({ assert }) => {
    assert.deepEqual(comparedEmail(' Ada@Example.COM '), { email: 'ada@example.com', domain: 'example.com' })
    for (const bad of [
      '',
      'a',
      '@b.c',
      'a@b',
      'a@b.c@d.e',
      'a b@c.d',
      'a\0@b.c',
      '<a@b.c>',
      'a@.b',
      7,
      null,
    ]) {
      assert.isNull(comparedEmail(bad), String(bad))
    }
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string()), (text) => {
        const found = comparedEmail(text)
        if (!found) return
        assert.deepEqual(comparedEmail(found.email), found)
        assert.isTrue(found.email.endsWith(`@${found.domain}`))
        assert.notMatch(found.email, /[\s\p{Cc}]/u)
      })
    )
  })

  test('an address that comes several times is none, and names are looked up as the org says', ({
    assert,
  }) => {
    assert.equal(personOf({ mail: ['a@b.c'] }, {}).email, 'a@b.c')
    assert.isNull(personOf({ mail: ['a@b.c', 'a@b.c'] }, {}).email)
    assert.equal(personOf({ upn: 'x@y.z', email: 'a@b.c' }, { email: 'upn' }).email, 'x@y.z')
    assert.isNull(personOf({ email: 'a@b.c' }, { email: 'upn' }).email)
    assert.isNull(personOf({}, { email: 'constructor' }).email)
    assert.lengthOf(personOf({ groups: Array.from({ length: 900 }, String) }, {}).groups, 500)
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), fc.string(), (said, name) => {
        const person = personOf(said, { email: name })
        assert.isTrue(person.email === null || typeof person.email === 'string')
        assert.isTrue(person.groups.every((one) => typeof one === 'string'))
      })
    )
  })
})

test.group('the common names of attributes', () => {
  const NAMES = {
    email: ['Email', 'emailaddress', 'http://schemas.xmlsoap.org/claims/EmailAddress', 'MAIL'],
    firstName: ['FirstName', 'first_name', 'givenname', 'First_Name'],
    lastName: ['LastName', 'last_name', 'SURNAME'],
    groups: ['Groups', 'http://schemas.xmlsoap.org/claims/Group', 'memberof'],
  } as const

  test('are read in any case: {$self}')
    .with(Object.keys(NAMES) as (keyof typeof NAMES)[])
    .run(({ assert }, what) => {
      for (const name of NAMES[what]) {
        const said = personOf({ [name]: ['a@b.c'] }, {})[what]
        assert.deepEqual([said].flat(), ['a@b.c'], name)
      }
    })

  test('an exact name comes first, then the order of the names; two spellings of one name are none', ({
    assert,
  }) => {
    assert.equal(personOf({ Email: 'x@y.z', email: 'a@b.c' }, {}).email, 'a@b.c')
    assert.equal(personOf({ Email: 'x@y.z', mail: 'a@b.c' }, {}).email, 'a@b.c')
    assert.equal(personOf({ MAIL: 'x@y.z', Email: 'a@b.c' }, {}).email, 'a@b.c')
    assert.isNull(personOf({ Email: 'x@y.z', EMAIL: 'a@b.c', MAIL: 'a@b.c' }, {}).email)
    assert.deepEqual(personOf({ Groups: ['admins'], GROUPS: ['users'] }, {}).groups, [])
  })

  test('are no names of a mapping, of roles, or of the members of all objects', ({ assert }) => {
    assert.isNull(personOf({ Upn: 'x@y.z', email: 'a@b.c' }, { email: 'upn' }).email)
    assert.deepEqual(personOf({ role: ['admins'], Roles: ['admins'] }, {}).groups, [])
    assert.isNull(personOf(Object.create({ Email: 'x@y.z', email: 'x@y.z' }) as object as never, {}).email)
  })
})

test.group('the role of somebody', () => {
  test('is the highest of the groups, and never OWNER', ({ assert }) => {
    const settings = { groupRoles: { a: 'MEMBER', b: 'ADMIN' }, defaultRole: 'VIEWER' } as const
    assert.equal(roleOf(['a', 'b'], settings), 'ADMIN')
    assert.equal(roleOf(['c', 'toString'], settings), 'VIEWER')
    fc.assert(
      fc.property(groups, fc.dictionary(fc.string(), role), role, (theirs, groupRoles, defaultRole) => {
        const found = roleOf(theirs, { groupRoles, defaultRole })
        assert.include(GIVEN_ROLES, found)
        const given = theirs.filter((one) => Object.hasOwn(groupRoles, one)).map((one) => groupRoles[one])
        if (given.length === 0) assert.equal(found, defaultRole)
        else assert.isTrue(given.every((one) => GIVEN_ROLES.indexOf(found) <= GIVEN_ROLES.indexOf(one)))
        assert.equal(roleOf([...theirs].reverse(), { groupRoles, defaultRole }), found)
      })
    )
  })

  test('of an OWNER stays, and others follow groups only where the org asks for it', ({ assert }) => {
    fc.assert(
      fc.property(fc.constantFrom(...ROLES), role, fc.boolean(), (had, given, sync) => {
        const after = roleAfter(had, given, sync)
        assert.equal(after, had !== 'OWNER' && sync ? given : had)
        assert.equal(after === 'OWNER', had === 'OWNER')
      })
    )
  })

  test('OWNERs with the second factor alone get past enforcement', ({ assert }) => {
    fc.assert(
      fc.property(fc.boolean(), fc.constantFrom(...ROLES), fc.boolean(), (captured, had, secondFactor) => {
        const found = enforcementOf({ captured, role: had, secondFactor })
        assert.equal(found === 'free', !captured)
        assert.equal(found === 'bypass', captured && had === 'OWNER' && secondFactor)
      })
    )
  })
})
