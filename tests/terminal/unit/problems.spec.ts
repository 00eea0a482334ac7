import { errors } from '@vinejs/vine'
import { test } from '@japa/runner'
import { explanationOf } from '#kernel/refusals/explanations'
import Refusal from '#kernel/refusals/refusal'
import StartProblem from '#kernel/refusals/start_problem'
import { refuseDestruction } from '#terminal/arrange_kernel'
import { problemOf } from '#terminal/problems'

const withFields = (fields: object) => Object.assign(new Error('listen'), fields)

test.group('what a command says', () => {
  test('an error becomes a code and a sentence')
    .with([
      [new Refusal('ORG_NOT_FOUND'), 'ORG_NOT_FOUND', 'No such org'],
      [
        new errors.E_VALIDATION_ERROR([{ field: 'expiresAt', message: 'is no date' }]),
        'VALIDATION_ERROR',
        '--expires-at: is no date',
      ],
      [withFields({ code: 'E_MISSING_ARG' }), 'BAD_REQUEST', 'listen'],
      [new StartProblem('say so'), 'CONFIG_ERROR', 'say so'],
      [
        withFields({ code: 'ECONNREFUSED', syscall: 'connect' }),
        'DATABASE_ERROR',
        'The database does not answer: listen',
      ],
      [withFields({ code: '53100' }), 'DATABASE_ERROR', 'The database cannot do this: listen'],
      [
        Object.assign(
          new Error('\n  create table t (\n    a int - 1\n  ) - could not extend file "base/1"'),
          {
            code: '53100',
          }
        ),
        'DATABASE_ERROR',
        'The database cannot do this: could not extend file "base/1"',
      ],
      [
        withFields({ code: '42703' }),
        'DATABASE_ERROR',
        'The database is empty or of an older version: start the service, or run: npm run ace -- migration:run',
      ],
      [
        Object.assign(new Error('bullmq'), { name: 'SchemaMigrationRequiredError' }),
        'DATABASE_ERROR',
        'The database is empty or of an older version: start the service, or run: npm run ace -- migration:run',
      ],
    ] as [Error, string, string][])
    .run(({ assert }, [error, code, message]) => {
      assert.deepEqual(problemOf(error), { code, message })
    })

  test('a fault of the program keeps its stack', ({ assert }) => {
    assert.isNull(problemOf(new TypeError('x is not a function')))
    assert.isNull(problemOf('text'))
  })
})

test.group('why a program does not start', () => {
  test('is a sentence where that explains it')
    .with([
      [
        withFields({ code: 'EADDRINUSE', syscall: 'listen', port: 3333 }),
        /^PORT 3333 is in use \(EADDRINUSE\)/,
      ],
      [withFields({ code: 'EACCES', syscall: 'listen', port: 80 }), /^PORT 80 needs more rights/],
      [
        withFields({ code: 'EADDRNOTAVAIL', syscall: 'listen', address: '192.0.2.1', port: 3333 }),
        /^HOST 192\.0\.2\.1 is no address of this machine \(EADDRNOTAVAIL\)/,
      ],
      [
        withFields({ code: 'E_INVALID_ENV_VARIABLES', help: '- Value for "PORT" is wrong' }),
        /^Value for "PORT"/,
      ],
      [new Error('The database of DATABASE_URL cannot be reached'), /DATABASE_URL/],
    ] as [Error, RegExp][])
    .run(({ assert }, [error, line]) => {
      assert.match(explanationOf(error) ?? '', line)
    })

  test('needs the stack where it does not', ({ assert }) => {
    assert.isNull(explanationOf(new Error('unexpected end of input')))
    assert.isNull(explanationOf(new RangeError('DATABASE_POOL is too large')))
  })
})

test.group('commands of the framework that delete', (group) => {
  const before = { ...process.env }
  group.each.teardown(() => {
    process.env = { ...before }
  })
  const set = (environment: string | undefined, url: string | undefined) => {
    process.env.NODE_ENV = environment ?? 'development'
    if (url === undefined) delete process.env.DATABASE_URL
    else process.env.DATABASE_URL = url
    return environment
  }
  const DELETING = ['db:wipe', 'db:truncate', 'migration:fresh', 'migration:rollback']

  test('are refused in production, and on a database that nobody calls one of development')
    .with([
      ['production', undefined],
      ['production', 'postgres://a'],
      [undefined, 'postgres://a'],
    ] as const)
    .run(({ assert }, [environment, url]) => {
      const given = set(environment, url)
      for (const name of DELETING) assert.throws(() => refuseDestruction(name, given), /deletes/)
      for (const name of ['migration:run', 'build', 'licenses:export']) refuseDestruction(name, given)
    })

  test('run in development', ({ assert }) => {
    for (const url of [undefined, 'postgres://a']) {
      const given = set('development', url)
      for (const name of DELETING) assert.doesNotThrow(() => refuseDestruction(name, given))
    }
    const given = set(undefined, undefined)
    assert.doesNotThrow(() => refuseDestruction('db:wipe', given))
  })
})
