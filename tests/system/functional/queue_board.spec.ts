import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import GrantAdmin from '#accounts/actions/grant_admin'
import StartBulkChange from '#operations/actions/start_bulk_change'
import { newId } from '#kernel/secrets/ids'
import Queues from '#kernel/queues/queues'
import { createMerchant } from '#tests/testkit/merchant'
import { BASE } from '#tests/testkit/http'
import { listed } from '#tests/testkit/long_list'
import { loggedObservations } from '#tests/testkit/observations'
import { rawAnswer } from '#tests/testkit/raw_answer'

/** A job as the page of the board receives it. */
type ShownJob = { id: string; name: string }

const BOARD = `${BASE}/admin/queues`

function open(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return fetch(BOARD + path, { headers, method, redirect: 'manual' })
}

async function admin() {
  const merchant = await createMerchant()
  await new GrantAdmin().execute(merchant.email, true)
  return { authorization: `Bearer ${merchant.token}`, userId: merchant.userId }
}

test.group('queue board', () => {
  test('sends a browser that is not signed in to the sign-in page', async ({ assert }) => {
    const response = await open('', { accept: 'text/html' })
    assert.equal(response.status, 302)
    assert.equal(response.headers.get('location'), '/admin/sign-in')
    const page = await fetch(`${BASE}/admin/sign-in`)
    assert.equal(page.status, 200)
    assert.include(await page.text(), '<form id="password">')
    assert.include(page.headers.get('content-security-policy') ?? '', "default-src 'none'")
    for (const file of ['script.js', 'style.css']) {
      assert.equal((await fetch(`${BASE}/admin/sign-in/${file}`)).status, 200)
    }
  })

  test('refuses programs without a token and users who are no platform admins', async ({ assert }) => {
    const anonymous = await open('/api/queues')
    assert.equal(anonymous.status, 401)
    assert.containSubset(await anonymous.json(), { ok: false, error: { code: 'UNAUTHORIZED' } })

    const merchant = await createMerchant()
    const user = await open('/api/queues', { authorization: `Bearer ${merchant.token}` })
    assert.equal(user.status, 403)
    assert.containSubset(await user.json(), { error: { code: 'FORBIDDEN' } })
    const page = await open('', { authorization: `Bearer ${merchant.token}`, accept: 'text/html' })
    assert.equal(page.headers.get('location'), '/admin/sign-in')
  })

  test('shows every queue to a platform admin, with the headers of every response', async ({ assert }) => {
    const credentials = await admin()
    const page = await open('', { ...credentials, accept: 'text/html' })
    assert.equal(page.status, 200)
    assert.include(await page.text(), 'Latchkey queues')
    assert.match(page.headers.get('x-request-id') ?? '', /^[\w-]{8,128}$/)
    assert.include(page.headers.get('content-security-policy') ?? '', "default-src 'self'")

    const queues = await open('/api/queues', credentials)
    assert.equal(queues.status, 200)
    const names = ((await queues.json()) as { queues: { name: string }[] }).queues.map(({ name }) => name)
    assert.includeMembers(names, ['bulk', 'webhooks', 'maintenance'])
    assert.isNotNull(queues.headers.get('x-ratelimit-limit-ip'))
  })

  test('shows the webhook jobs: one that was asked for, and those that come by the clock', async ({
    assert,
  }) => {
    const queues = await app.container.make(Queues)
    await queues.installSchedule()
    await queues.dispatch('webhooks.deliver', {})
    const response = await open('/api/queues?activeQueue=webhooks&jobsPerPage=100', await admin())
    assert.equal(response.status, 200)
    const shown = (await response.json()) as { queues: { name: string; jobs: ShownJob[] }[] }
    const { jobs } = shown.queues.find(({ name }) => name === 'webhooks')!
    const scheduled = (name: string) =>
      jobs.some((job) => job.name === name && job.id.startsWith(`repeat:${name}:`))
    assert.isTrue(jobs.some(({ name, id }) => name === 'webhooks.deliver' && !id.startsWith('repeat:')))
    assert.isTrue(scheduled('webhooks.deliver'))
    assert.isTrue(scheduled('webhooks.clear'))
  })

  test('lets an admin change a queue, and tells who did what', async ({ assert, cleanup }) => {
    const { find } = loggedObservations(cleanup)
    const { userId, ...credentials } = await admin()
    assert.equal((await open('/api/queues', credentials)).status, 200)
    assert.equal((await open('/api/queues/webhooks/pause', credentials, 'PUT')).status, 200)
    assert.equal((await open('/api/queues/webhooks/resume', credentials, 'PUT')).status, 200)
    await find('queues_administered', ({ path }) => path === '/admin/queues/api/queues/webhooks/resume')
    const told = await find('queues_administered', ({ byUserId }) => byUserId === userId)
    assert.deepEqual(
      told.map(({ method, path }) => `${method} ${path}`),
      ['pause', 'resume'].map((act) => `PUT /admin/queues/api/queues/webhooks/${act}`)
    )
  })

  test('lets nobody empty, delete or add, whatever the board offers', async ({ assert }) => {
    const credentials = await admin()
    for (const [method, path] of [
      ['PUT', '/api/queues/webhooks/empty'],
      ['PUT', '/api/queues/webhooks/obliterate'],
      ['PUT', '/api/queues/webhooks/concurrency'],
      ['PUT', '/api/queues/webhooks/clean/completed'],
      ['PUT', '/api/queues/maintenance/job-schedulers/sweep/remove'],
      ['POST', '/api/queues/webhooks/add'],
    ]) {
      const response = await open(path, credentials, method)
      assert.equal(response.status, 403, path)
      assert.include(await response.text(), 'can only pause, resume and retry')
    }
    assert.equal((await open('/api/queues/webhooks/retry/failed', credentials, 'PUT')).status, 200)
  })

  test('shows a job of an operation by what the operation is', async ({ assert }) => {
    const merchant = await createMerchant()
    const start = await app.container.make(StartBulkChange)
    const { id } = await start.execute(merchant.scope, 'licenses.freeze', {
      licenseIds: listed([newId(), newId()]),
    })
    const response = await open('/api/queues?activeQueue=bulk&jobsPerPage=100', await admin())
    const { queues } = (await response.json()) as {
      queues: { name: string; jobs: (ShownJob & { data: { operationId?: string } })[] }[]
    }
    const { jobs } = queues.find(({ name }) => name === 'bulk')!
    const job = jobs.find(({ data }) => data.operationId === id)!
    assert.match(job.name, /^freeze 2 \(.+\)$/)
    assert.deepEqual(Object.keys(job.data), ['operationId'])
    const own = await open(`/api/queues/bulk/${job.id}`, await admin())
    assert.include(await own.text(), job.name)
  })

  test('can be left, and its page asks nobody else for anything', async ({ assert }) => {
    const page = await open('', { ...(await admin()), accept: 'text/html' })
    const html = await page.text()
    assert.notInclude(html, 'googleapis')
    assert.include(html, '/admin/sign-out')
    assert.equal(page.headers.get('x-content-type-options'), 'nosniff')
    const leaving = await fetch(`${BASE}/admin/sign-out`)
    assert.include(await leaving.text(), 'id="sign-out"')
    const admins = await fetch(`${BASE}/admin`, { redirect: 'manual' })
    assert.deepEqual([admins.status, admins.headers.get('location')], [302, '/admin/queues'])
  })

  test('has browsers take its files for nothing else than what they are', async ({ assert }) => {
    const credentials = await admin()
    const html = await (await open('', { ...credentials, accept: 'text/html' })).text()
    const files = [...html.matchAll(/(?:src|href)="\/?(?:admin\/queues\/)?(static\/[^"]+)"/g)].map(
      ([, file]) => file
    )
    assert.isAbove(files.length, 1)
    for (const file of files) {
      const { status, headers } = await open(`/${file}`, credentials)
      assert.deepEqual([status, headers.get('x-content-type-options')], [200, 'nosniff'], file)
    }
  })

  test('lets a browser keep the files whose names change with their content, and no others', async ({
    assert,
  }) => {
    const credentials = await admin()
    const html = await (await open('', { ...credentials, accept: 'text/html' })).text()
    const named = [...html.matchAll(/static(\/(?:js|css)\/[\w.-]+)/g)].map(([, path]) => `/static${path}`)
    assert.isAtLeast(named.length, 2)
    const kept = async (path: string) => {
      const response = await open(path, credentials)
      return [response.status, /immutable/.test(response.headers.get('cache-control') ?? '')]
    }
    for (const path of named) assert.deepEqual(await kept(path), [200, true], path)
    assert.deepEqual(await kept('/static/images/logo.svg'), [200, false])
    assert.deepEqual(await kept('/static/js/main.0123456789.js'), [404, false])
    assert.deepEqual(await kept(''), [200, false])
  })

  test('shows no stack and no path of an error', async ({ assert }) => {
    const before = process.env.NODE_ENV
    process.env.NODE_ENV = 'development'
    try {
      const credentials = await admin()
      const { status, bytes } = await rawAnswer('/admin/queues/static/%2e%2e/%2e%2e/x', credentials)
      assert.equal(status, 403)
      const error = 'The queue board cannot do this'
      assert.deepEqual(JSON.parse(bytes.toString()), { error, message: error })
      for (const path of ['/static/..%2f..%2fpackage.json', '/api/queues/none']) {
        const text = await (await open(path, credentials)).text()
        assert.notMatch(text, /node_modules|at \w+.*\(/)
      }
    } finally {
      process.env.NODE_ENV = before
    }
  })

  test('nothing else lives below its address', async ({ assert }) => {
    assert.equal((await open('/api/nowhere', await admin())).status, 404)
    assert.equal((await fetch(`${BASE}/admin/queuesx`)).status, 404)
  })
})

test.group('first page', () => {
  test('says what this is and where to go', async ({ assert }) => {
    const page = await fetch(BASE)
    assert.equal(page.status, 200)
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
    assert.include(page.headers.get('content-security-policy') ?? '', "default-src 'none'")
    const html = await page.text()
    assert.match(html, /version \d+\.\d+\.\d+/)
    for (const path of ['/console', '/reference', '/health']) assert.include(html, `href="${path}"`)
    for (const [, path] of html.matchAll(/href="(\/[^"]*)"/g)) {
      const { status } = await fetch(BASE + path, { redirect: 'manual', headers: { accept: 'text/html' } })
      assert.oneOf(status, [200, 302], path)
    }
  })
})
