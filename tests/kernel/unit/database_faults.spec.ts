import { test } from '@japa/runner'
import { databaseFault, isStoreAway, outageOf } from '#kernel/refusals/database_faults'
import { noteRefusal, recentRefusal } from '#kernel/database/unable_server'

const fault = (fields: object) => Object.assign(new Error('fault'), fields)

test.group('a database that cannot be used', () => {
  test('{0} is no fault of one call: {1}')
    .with([
      ['a full disk', 'unable', fault({ code: '53100' })],
      ['no memory', 'unable', fault({ code: '53200' })],
      ['a failing disk', 'unable', fault({ code: '58030' })],
      ['a read-only server', 'unable', fault({ code: '25006' })],
      ['a changed password', 'away', fault({ code: '28P01' })],
      ['a rule of pg_hba.conf', 'away', fault({ code: '28000' })],
      ['a dropped database', 'away', fault({ code: '3D000' })],
      ['a connection that was idle for too long', 'away', fault({ code: '57P05' })],
      ['a name server that does not answer', 'away', fault({ code: 'EAI_AGAIN', syscall: 'getaddrinfo' })],
      ['no route', 'away', fault({ code: 'ENETUNREACH', syscall: 'connect' })],
      ['no free port', 'away', fault({ code: 'EADDRNOTAVAIL', syscall: 'connect' })],
      ['a connection that was given up', 'away', fault({ code: 'ECONNABORTED', syscall: 'read' })],
      ['a statement that took too long', 'took-too-long', fault({ code: '57014' })],
    ] as [string, string, Error][])
    .run(({ assert }, [, outage, error]) => {
      assert.equal(databaseFault(error), 'down')
      assert.isTrue(isStoreAway(error))
      assert.equal(outageOf(error), outage)
    })

  test('a value that divides by zero is a fault of its call', ({ assert }) => {
    assert.isNull(databaseFault(fault({ code: '22012' })))
    assert.isFalse(isStoreAway(fault({ code: '22012' })))
  })
})

test.group('what Postgres said when it could not do its work', () => {
  test('is remembered for half a minute', ({ assert }) => {
    const start = 10_000_000
    noteRefusal({ code: '23505', message: 'duplicate key' }, start)
    assert.isNull(recentRefusal(start))
    noteRefusal({ code: '53100', message: 'no space left' }, start)
    assert.equal(recentRefusal(start + 29_999), 'no space left')
    assert.isNull(recentRefusal(start + 30_000))
    noteRefusal({ message: 'no code' }, start + 31_000)
    assert.isNull(recentRefusal(start + 31_000))
  })
})
