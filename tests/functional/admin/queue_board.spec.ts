import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import GrantAdmin from '#actions/auth/grant_admin'
import Queues from '#services/queues'
import { createMerchant } from '#tests/support/merchant'
import { BASE } from '#tests/support/http'

/** A job as the board's page is given it. */
type ShownJob = { id: string; name: string }

const BOARD = `${BASE}/admin/queues`

function open(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return fetch(BOARD + path, { headers, method, redirect: 'manual' })
}

async function admin() {
  const merchant = await createMerchant()
  await new GrantAdmin().execute(merchant.email, true)
  return { authorization: `Bearer ${merchant.token}` }
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

  test('lets an admin change a queue', async ({ assert }) => {
    const credentials = await admin()
    assert.equal((await open('/api/queues/webhooks/pause', credentials, 'PUT')).status, 200)
    assert.equal((await open('/api/queues/webhooks/resume', credentials, 'PUT')).status, 200)
  })

  test('nothing else lives below its address', async ({ assert }) => {
    assert.equal((await open('/api/nowhere', await admin())).status, 404)
    assert.equal((await fetch(`${BASE}/admin/queuesx`)).status, 404)
  })
})
