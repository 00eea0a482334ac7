import { test } from '@japa/runner'
import { answerTo } from '#http/answers'
import ScansCrowded from '#kernel/refusals/scans_crowded'

test.group('what is answered while the database is busy or away', () => {
  test('{0}')
    .with([
      [
        'a statement that took too long: that less may help',
        Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }),
        'The database took too long for this: ask for less, or retry in a moment',
      ],
      [
        'no connection: that it cannot be reached',
        new Error('Knex: Timeout acquiring a connection. The pool is probably full.'),
        'The database cannot be reached right now: retry in a moment',
      ],
      [
        'a full disk of the database: that it cannot do this',
        Object.assign(new Error('could not extend file'), { code: '53100' }),
        'The database cannot do this right now: retry in a moment, or tell the operator',
      ],
      [
        'a row that another call holds: that it is being changed',
        Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' }),
        'Something else is changing the same right now: retry in a moment',
      ],
      [
        'a list that waited for others: that they are the reason',
        new ScansCrowded(),
        'Earlier lists of this organisation are still being read: retry in a moment',
      ],
    ] as [string, Error, string][])
    .run(({ assert }, [, error, message]) => {
      const { code, status, retryAfter, ...answer } = answerTo(error)
      assert.deepEqual([code, status, retryAfter], ['DATABASE_ERROR', 503, 1])
      assert.equal(answer.message, message)
    })
})
