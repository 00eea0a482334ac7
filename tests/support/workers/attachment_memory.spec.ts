import { test } from '@japa/runner'
import { databaseUrl } from '#kernel/database/datastores'
import { createCustomer } from '#tests/testkit/end_users'
import { insist } from '#tests/testkit/insist'
import { growth } from '#tests/testkit/memory'
import { createMerchant } from '#tests/testkit/merchant'
import { startServer } from '#tests/testkit/servers'
import { createTicket } from '#tests/testkit/tickets'

const MIB = 1024 ** 2
/** As many simultaneous uploads as a ticket accepts, in this many tickets: more than the allowed memory. */
const [AT_ONCE, TICKETS] = [10, 3]
const FILE = Buffer.alloc(10 * MIB, 'latchkey')

/** contract/11-tickets#attachments: uploads use the same core as releases, whose memory is constant. */
test.group('attachments, many at once', (group) => {
  group.tap((one) => one.tags(['@once']))

  test('go up in less than 150 MiB of memory, 300 MiB of them', async ({ assert }) => {
    const merchant = await createMerchant()
    const { id: endUserId, token, orgId } = await createCustomer(merchant)
    const server = await startServer({ DATABASE_URL: databaseUrl() })
    const send = async (ticketId: string, name: string) => {
      const form = new FormData()
      form.append('file', new File([FILE], name))
      const url = `${server.base}/v1/enduser/tickets/${ticketId}/attachments`
      const headers = { authorization: `Bearer ${token}` }
      return (await insist(() => fetch(url, { method: 'POST', headers, body: form }))).status
    }
    try {
      const up = await growth(server.child.pid!, async () => {
        for (let ticket = 0; ticket < TICKETS; ticket++) {
          const ticketId = await createTicket({ orgId, endUserId })
          const names = Array.from({ length: AT_ONCE }, (_, at) => `${at}.bin`)
          const statuses = await Promise.all(names.map((name) => send(ticketId, name)))
          assert.deepEqual(
            statuses,
            names.map(() => 201)
          )
        }
      })
      assert.isBelow(up, 150)
    } finally {
      await server.kill('SIGKILL')
    }
  })
    .timeout(180_000)
    .skip(process.platform !== 'linux', 'reads the memory of a process in /proc')
})
