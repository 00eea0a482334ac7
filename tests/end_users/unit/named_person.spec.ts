import { test } from '@japa/runner'
import { contradiction, type EndUserName } from '#end_users/rules/named_person'

const sam = { id: 'sam', email: 'sam@example.net', username: 'sam' }
const bob = { id: 'bob', email: 'bob@example.net', username: null }
const eve = { id: 'eve', email: null, username: 'eve' }
const nobody = { userId: null, email: null, username: null }

/** contract/09-end-users#93-the-exchange-the-merchant-vouches */
test.group('names of a call that do not mean one end user', () => {
  test('{says}')
    .with([
      { says: 'nobody has them', sent: 'email username', meant: {}, is: [] },
      { says: 'both of one person', sent: 'email username', meant: { email: sam, username: sam }, is: [] },
      { says: 'a first username', sent: 'email username', meant: { email: bob }, is: [] },
      { says: 'a first address', sent: 'email username', meant: { username: eve }, is: [] },
      { says: 'another username', sent: 'email username', meant: { email: sam }, is: ['email', 'username'] },
      {
        says: 'another address',
        sent: 'email username',
        meant: { username: sam },
        is: ['username', 'email'],
      },
      {
        says: 'two people',
        sent: 'email username',
        meant: { email: bob, username: eve },
        is: ['email', 'username'],
      },
      { says: 'an id alone', sent: 'userId', meant: { userId: sam }, is: [] },
      {
        says: 'three people',
        sent: 'userId email username',
        meant: { userId: sam, email: bob, username: eve },
        is: ['userId', 'email', 'username'],
      },
      {
        says: 'an id and its username beside another address',
        sent: 'userId email username',
        meant: { userId: sam, email: bob, username: sam },
        is: ['userId', 'email'],
      },
    ])
    .run(({ assert }, { sent, meant, is }) => {
      const name: EndUserName = Object.fromEntries(sent.split(' ').map((field) => [field, 'sent']))
      assert.deepEqual(contradiction(name, { ...nobody, ...meant }), is)
    })
})
