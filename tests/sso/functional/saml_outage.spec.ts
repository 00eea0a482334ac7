import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import pg from 'pg'
import { databaseUrl } from '#kernel/database/datastores'
import { AnswerRefused } from '#sso/providers/answer_refused'
import { readAnswer, verifyAnswer } from '#sso/providers/saml_provider'
import FindConnection from '#sso/queries/find_connection'
import { signed, unsignedAnswer } from '#tests/testkit/saml_idp'
import { begin, createSamlOrg } from '#tests/testkit/sso'
import { until } from '#tests/testkit/wait'

/** Ends the statement that waits for the locked table, as Postgres does at a time limit. */
const END_READ = `select pg_cancel_backend(pid) from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like '%sso_requests%'`

/** contract/13-sso#133-what-an-answer-must-pass-saml-in-order */
test.group('an answer of SAML while the database fails', () => {
  test('is not refused: whose fault it was is not hidden from the browser and the log', async ({
    assert,
    cleanup,
  }) => {
    const org = await createSamlOrg({ jit: true })
    const { requestId } = await begin(org.domain)
    const connection = (await new FindConnection().usable(org.sp.id))!
    const xml = signed(unsignedAnswer({ email: `anybody@${org.domain}`, requestId, sp: org.sp }))
    const answer = readAnswer(Buffer.from(xml).toString('base64'))
    const verify = () => verifyAnswer(connection, answer, Date.now())
    const other = new pg.Client({ connectionString: databaseUrl() })
    await other.connect()
    cleanup(() => other.end())
    await other.query('begin')
    await other.query('lock table sso_requests in access exclusive mode')
    const error = verify().then(
      () => null,
      (failed: Error) => failed
    )
    await until('the read has failed', async () => (await db.rawQuery(END_READ)).rows.length > 0)
    assert.notInstanceOf(await error, AnswerRefused)
    assert.match((await error)!.message, /canceling statement/)
    await other.query('rollback')
    assert.equal((await verify()).issuer, connection.settings.saml!.entityId)
  })
})
