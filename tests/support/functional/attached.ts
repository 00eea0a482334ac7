import drive from '@adonisjs/drive/services/main'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { createCustomer } from '#tests/testkit/end_users'
import { createMerchant } from '#tests/testkit/merchant'
import { createTicket } from '#tests/testkit/tickets'

/** The beginning of a picture. */
export const PNG = Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1')

/** A ticket, with the path and the token of each side. */
export async function createThread() {
  const merchant = await createMerchant()
  const customer = await createCustomer(merchant)
  const id = await createTicket({ orgId: merchant.orgId, endUserId: customer.id })
  const own = `/v1/enduser/tickets/${id}`
  const ours = `/v1/dashboard/tickets/${id}`
  const sides = [
    { path: own, token: customer.token },
    { path: ours, token: merchant.token },
  ] as const
  return { merchant, customer, id, own, ours, sides }
}

/** The rows of the attachments of a ticket, in the order of their uploads. */
export const storedOf = (ticketId: string) =>
  rows<{ id: string; bytes: number }>(
    db.connection(),
    'select id, bytes from ticket_attachments where ticket_id = ? order by id',
    [ticketId]
  )

/** True if the file of an attachment is on the drive. */
export const hasFile = (id: string) => drive.use().exists(`attachments/${id}`)
