import { test } from '@japa/runner'
import { diagnose, worstOf, type Symptom } from '#system/doctor/diagnosis'
import { judgeDatabase } from '#system/doctor/database_exam'
import { judgeDeliveries } from '#system/doctor/deliveries_exam'
import { judgeSpace } from '#system/doctor/files_exam'
import { judgeQueues } from '#system/doctor/queues_exam'
import { judgeSettings } from '#system/doctor/settings_exam'
import { judgeShops } from '#system/doctor/shops_exam'

type DatabaseFacts = Parameters<typeof judgeDatabase>[0]
type QueueFacts = Parameters<typeof judgeQueues>[0][number]
type SettingFacts = Parameters<typeof judgeSettings>[0]

const NOW = Date.parse('2026-01-31T12:00:00.000Z')
const GIB = 1024 ** 3

const DATABASE: DatabaseFacts = {
  version: '18.1',
  embedded: false,
  readOnly: false,
  unsafe: false,
  connections: 20,
  maxConnections: 100,
  aheadMs: -40,
  pending: 0,
  newer: null,
}

const SETTINGS: SettingFacts = {
  version: '1.2.3',
  node: 'v24.0.0',
  production: true,
  ownDatabase: true,
  appUrl: 'https://licenses.example.com',
  incomplete: [],
  consoleBuilt: true,
}

const QUEUE: QueueFacts = {
  name: 'webhooks',
  ...{ waiting: 0, prioritized: 0, active: 0, delayed: 3, completed: 0, failed: 0 },
  paused: false,
  oldestWaiting: null,
  due: NOW + 1000,
}

/** What is not well, as `status: what was found`. */
const told = (findings: Symptom[]) =>
  findings.filter(({ status }) => status !== 'ok').map(({ status, found }) => `${status}: ${found}`)

test.group('doctor', () => {
  test('what is said of a database with {0}')
    .with([
      ['nothing unusual', {}, []],
      [
        'no right to write',
        { readOnly: true },
        ['problem: it takes no writes: it is a replica, or it recovers from a backup'],
      ],
      ['no table', { pending: 'all' }, ['warning: it is empty']],
      [
        'a newer schema',
        { newer: '9_later' },
        ['problem: a newer version has migrated the database, up to 9_later'],
      ],
      ['an older schema', { pending: 2 }, ['warning: 2 migrations of this version have not run']],
      [
        'fsync off',
        { unsafe: true },
        ['warning: fsync or full_page_writes is off: a power cut can damage the database'],
      ],
      ['fsync off, embedded', { unsafe: true, embedded: true }, []],
      ['79 of 100 connections', { connections: 79 }, []],
      ['80 of 100 connections', { connections: 80 }, ['warning: few connections are left']],
      ['a clock 5 s apart', { aheadMs: 5000 }, []],
      [
        'a clock that is behind ours',
        { aheadMs: 61_000 },
        ['warning: the clock of this machine is 61 s ahead of that of the database'],
      ],
      [
        'a clock that is ahead of ours',
        { aheadMs: -61_000 },
        ['warning: the clock of this machine is 61 s behind that of the database'],
      ],
    ] as [string, Partial<DatabaseFacts>, string[]][])
    .run(({ assert }, [, facts, expected]) => {
      assert.deepEqual(told(judgeDatabase({ ...DATABASE, ...facts })), expected)
    })

  test('what is said of settings with {0}')
    .with([
      ['nothing unusual', {}, []],
      [
        'a database of its own outside production',
        { production: false },
        ['warning: DATABASE_URL is set, and NODE_ENV is not production'],
      ],
      ['the embedded database, to try it', { production: false, ownDatabase: false }, []],
      ['no APP_URL', { appUrl: null }, ['warning: APP_URL is not set: links in mails lead to this machine']],
      [
        'an address without TLS',
        { appUrl: 'http://licenses' },
        ['warning: APP_URL is http://licenses: passwords travel unencrypted'],
      ],
      [
        'half a provider',
        { incomplete: ['google'] },
        ['warning: OAUTH_PROVIDERS names google, which is not offered'],
      ],
      ['no console', { consoleBuilt: false }, ['warning: the console is not built']],
    ] as [string, Partial<SettingFacts>, string[]][])
    .run(({ assert }, [, facts, expected]) => {
      assert.deepEqual(told(judgeSettings({ ...SETTINGS, ...facts })), expected)
    })

  test('the missing settings of a provider have the names that are read', ({ assert }) => {
    const found = judgeSettings({ ...SETTINGS, incomplete: ['acme-sso'] })
    assert.match(String(found.at(-1)!.remedy), /^set OAUTH_ACME_SSO_CLIENT_ID and/)
  })

  test('what is said of a queue with {0}')
    .with([
      ['nothing unusual', {}, []],
      ['a job that waits for a moment', { oldestWaiting: '2026-01-31T11:59:00.000Z' }, []],
      [
        'a job that waits for long',
        { oldestWaiting: '2026-01-31T11:58:59.999Z' },
        ['problem: a job of webhooks waits since 2026-01-31T11:58:59.999Z'],
      ],
      [
        'a repeated job that nobody repeats',
        { due: NOW - 60_001 },
        ['problem: a job of webhooks waits since 2026-01-31T11:58:59.999Z'],
      ],
      ['a repeated job that takes long', { due: NOW - 60_001, active: 1 }, []],
      [
        'a pause',
        { paused: true, oldestWaiting: '2026-01-30T12:00:00.000Z' },
        ['warning: webhooks is paused: its jobs wait'],
      ],
      ['failed jobs', { failed: 1200 }, ['warning: 1,200 jobs of webhooks have failed']],
      ['no worker yet', { due: null }, ['problem: no worker has ever run']],
    ] as [string, Partial<QueueFacts>, string[]][])
    .run(({ assert }, [, facts, expected]) => {
      assert.deepEqual(told(judgeQueues([{ ...QUEUE, ...facts }], NOW)), expected)
    })

  test('late events, failing endpoints and a full disk are told about', ({ assert }) => {
    assert.deepEqual(told(judgeDeliveries({ oldestEventMs: 60_000, failing: 0 })), [])
    assert.deepEqual(told(judgeDeliveries({ oldestEventMs: 90_000, failing: 2 })), [
      'problem: the oldest event waits for 90 s to be sent',
      'warning: 2 endpoints fail again and again',
    ])
    assert.deepEqual(judgeSpace(2 * GIB), [])
    assert.deepEqual(told(judgeSpace(1.5 * GIB)), ['warning: 1.5 GiB are free on the disk of DATA_DIR'])
  })

  test('listings that end users cannot pay for while billing is off are told about', ({ assert }) => {
    assert.deepEqual(told(judgeShops({ billing: false, toPay: 0 })), [])
    assert.deepEqual(told(judgeShops({ billing: true, toPay: 3 })), [])
    const [alone] = told(judgeShops({ billing: false, toPay: 1 }))
    assert.include(alone, 'cannot buy 1 published listing in the portal')
    assert.deepEqual(told(judgeShops({ billing: false, toPay: 1200 })), [
      'warning: end users cannot buy 1,200 published listings in the portal: BILLING_ENABLED is false',
    ])
  })

  test('a part that cannot be examined is a problem, and the worst finding counts', async ({ assert }) => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const lost = await diagnose('queues', () => Promise.reject(refused), 'start Redis')
    const finding = { status: 'problem', found: 'connect ECONNREFUSED', remedy: 'start Redis' }
    assert.deepEqual(lost, { part: 'queues', findings: [finding] })
    const part = (...statuses: Symptom['status'][]) => ({
      part: 'mail',
      findings: statuses.map((status) => ({ status, found: '' })),
    })
    assert.equal(worstOf([part('ok', 'warning'), lost]), 'problem')
    assert.equal(worstOf([part('ok'), part('ok', 'warning')]), 'warning')
    assert.equal(worstOf([part('ok')]), 'ok')
  })
})
