import { test } from '@japa/runner'
import { whoProved } from '#end_users/rules/proved_address'

const claimant = (flags: string) => ({
  proved: flags.includes('proved'),
  gone: flags.includes('gone'),
  hasOtherDoor: flags.includes('door'),
})
const theirs = { who: 'claimant' } as const
const fresh = (takenOff: boolean) => ({ who: 'new', takenOff }) as const

/** contract/09-end-users#92-getting-in: "Who a proved address is". */
test.group('who somebody is who has proved an address', () => {
  test('{address}')
    .with([
      { address: 'nobody has it', has: null, owners: null, open: fresh(false) },
      { address: 'proved, with another door', has: 'proved door', owners: theirs, open: theirs },
      { address: 'proved, without another door', has: 'proved', owners: theirs, open: theirs },
      { address: 'given by the merchant, never entered', has: '', owners: theirs, open: theirs },
      { address: 'claimed by somebody with another door', has: 'door', owners: null, open: fresh(true) },
      { address: 'of a merged or erased one', has: 'gone', owners: null, open: fresh(true) },
      { address: 'proved on a merged or erased one', has: 'gone proved', owners: null, open: fresh(true) },
    ])
    .run(({ assert }, { has, owners, open }) => {
      const who = has === null ? null : claimant(has)
      assert.deepEqual(whoProved(who, 'owners'), owners)
      assert.deepEqual(whoProved(who, 'open'), open)
    })
})
