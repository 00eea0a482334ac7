import { test } from '@japa/runner'
import { vouchedFor } from '#end_users/rules/vouched_for'

const person = (id: string, { proved = false, gone = false, hasOtherDoor = false } = {}) => ({
  id,
  proved,
  gone,
  hasOtherDoor,
})
const ada = person('ada', { hasOtherDoor: true })
const proved = person('bob', { proved: true })
const assigned = person('bob')
const claimer = person('bob', { hasOtherDoor: true })
const conflict = { reason: 'two-people', byExternalId: 'ada', byEmail: 'bob' }

/** contract/09-end-users#93-the-exchange-the-merchant-vouches */
test.group('whom a merchant vouches for', () => {
  test('{says}')
    .with([
      { says: 'nobody has the names', by: [null, null], verified: true, is: [null, true, null] },
      { says: 'an unproved address is free', by: [null, null], verified: false, is: [null, true, null] },
      { says: 'the external id', by: [ada, null], verified: false, is: [ada, true, null] },
      { says: 'both names are one person', by: [ada, ada], verified: true, is: [ada, true, null] },
      { says: 'unproved never links', by: [null, proved], verified: false, is: [null, false, null] },
      { says: 'unproved, of the assigned', by: [null, assigned], verified: false, is: [null, false, null] },
      { says: 'unproved, beside an id', by: [ada, proved], verified: false, is: [ada, false, null] },
      { says: 'a proved address', by: [null, proved], verified: true, is: [proved, true, null] },
      { says: 'an assigned address', by: [null, assigned], verified: true, is: [assigned, true, null] },
      { says: 'a claimed address', by: [null, claimer], verified: true, is: [null, true, claimer] },
      { says: 'a claimed one, beside an id', by: [ada, claimer], verified: true, is: [ada, true, claimer] },
      { says: 'two people', by: [ada, proved], verified: true, is: null },
      { says: 'two people, one assigned', by: [ada, assigned], verified: true, is: null },
    ] as const)
    .run(({ assert }, { by: [byExternalId, byEmail], verified, is, says }) => {
      const verdict = vouchedFor({ byExternalId, byEmail }, verified)
      const [endUser, takesEmail, takenOff] = is ?? []
      const expected = is
        ? { allow: true, endUser, takesEmail, takenOff }
        : { allow: false, reason: conflict }
      assert.deepEqual(verdict, expected, says)
    })
})
