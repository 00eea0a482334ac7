import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from '@japa/runner'
import { bodies } from '#config/bodies'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'

const ids = (count: number) => ({ licenseIds: Array.from({ length: count }, newId) })
/** More than 128 KiB, and less. */
const [LARGE, SMALL] = [ids(5000), ids(10)]

const pathOf = ({ orgId }: Merchant) => `/v1/dashboard/orgs/${orgId}/licenses/freeze`
const freeze = (merchant: Merchant, body: object) =>
  call('POST', pathOf(merchant), { token: merchant.token, body })

const SIZED = 'content-length: 1000000\r\n\r\n{'
const CHUNKED = 'transfer-encoding: chunked\r\n\r\n1\r\n{\r\n'

/** Sends the first byte of a large body. */
async function begin(merchant: Merchant, beginning: string): Promise<Socket> {
  const socket = connect(Number(process.env.PORT), process.env.HOST ?? '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => {})
  socket.write(
    `POST ${pathOf(merchant)} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${merchant.token}\r\n` +
      `content-type: application/json\r\n${beginning}`
  )
  return socket
}

/** Refuses at once what finds no place. Returns the function that ends it. */
function impatient() {
  const { patience } = bodies.large
  bodies.large.patience = 0
  return () => void (bodies.large.patience = patience)
}

/**
 * Begins one large body more than an org may have in memory, one of them without a length, and returns those that have
 * a place, with the answer to the other.
 */
async function fill(merchant: Merchant) {
  const patient = impatient()
  const sized = Array.from({ length: bodies.large.perOrg }, () => begin(merchant, SIZED))
  const all = await Promise.all([...sized, begin(merchant, CHUNKED)])
  const answers = all.map(async (socket) => ({ socket, answer: String((await once(socket, 'data'))[0]) }))
  const { socket, answer } = await Promise.race(answers)
  patient()
  return { answer, holders: all.filter((one) => one !== socket) }
}

test.group('large bodies of one org', () => {
  test('are left unread beyond a few, and refused; small ones and other orgs do not notice', async ({
    assert,
    cleanup,
  }) => {
    const [merchant, other] = [await createMerchant(), await createMerchant()]
    const { answer, holders } = await fill(merchant)
    cleanup(() => holders.forEach((one) => one.destroy()))
    assert.include(answer, ' 429 ')
    cleanup(impatient())
    const refused = await freeze(merchant, LARGE)
    assert.equal(refused.body.error.code, 'RATE_LIMITED')
    assert.equal(refused.headers.get('retry-after'), '5')
    assert.equal((await freeze(merchant, SMALL)).status, 202)
    assert.equal((await freeze(other, LARGE)).status, 202)
  })

  test('wait for a place, which a sender that leaves gives back', async ({ assert, cleanup }) => {
    const merchant = await createMerchant()
    const { holders } = await fill(merchant)
    cleanup(() => holders.forEach((one) => one.destroy()))
    let isServed = false
    const waiting = freeze(merchant, LARGE).finally(() => (isServed = true))
    assert.equal((await freeze(merchant, SMALL)).status, 202)
    assert.isFalse(isServed)
    holders[0].destroy()
    assert.equal((await waiting).status, 202)
  })
})
