import { inject } from '@adonisjs/core'
import type { Scope } from '#kernel/audit/scope'
import { firstRow } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import Refusal, { invalidField } from '#kernel/refusals/refusal'
import { noSuch } from '#kernel/refusals/refusals'
import type { Millis } from '#kernel/time/millis'
import FindTicket, { type Ticket } from '#support/queries/find_ticket'
import { MOST_OPEN_TICKETS } from '#support/rules/ticket'
import { lockWriter } from '#support/store/lock_ticket'
import { ticketsOf } from '#support/store/tickets_of'
import { openTicket } from './open_ticket.js'

/** A ticket as its end user opens it. */
export type OwnTicket = {
  subject: string
  body: string
  licenseId?: string
  productId?: string
  followsTicketId?: string
}

/**
 * Opens a ticket for its end user (contract/11-tickets). It may be about a license in any status, because people often
 * ask why a license no longer works.
 * @throws Refusal LICENSE_NOT_FOUND, LICENSE_NOT_OWNED, PRODUCT_NOT_FOUND; NOT_FOUND if the ticket to follow is not
 *   the end user's; VALIDATION_ERROR if the product is not the license's; CONFLICT if the end user has 20 open
 *   tickets.
 */
@inject()
export default class OpenOwnTicket {
  constructor(protected findTicket: FindTicket) {}

  async execute(scope: Scope, ticket: OwnTicket, now: Millis = Date.now()): Promise<Ticket> {
    return transaction(async (trx) => {
      await lockWriter(trx, scope)
      await assertRoomForOne(trx, scope)
      return this.#open(trx, scope, ticket, now)
    })
  }

  /**
   * Does the same for a ticket that the service opens in the end user's name, unless one with this subject is open or
   * waiting: then it returns that one, so that a repeated request is one ticket. The limit of open tickets does not hold
   * for it, because where the portal has tickets switched off, the end user cannot close one.
   */
  async once(
    scope: Scope,
    ticket: OwnTicket,
    now: Millis = Date.now()
  ): Promise<{ ticket: Ticket; opened: boolean }> {
    return transaction(async (trx) => {
      await lockWriter(trx, scope)
      const open = await this.findTicket.openBySubject(scope, ticket.subject, trx)
      if (open) return { ticket: open, opened: false }
      return { ticket: await this.#open(trx, scope, ticket, now), opened: true }
    })
  }

  async #open(trx: Trx, scope: Scope, ticket: OwnTicket, now: Millis): Promise<Ticket> {
    const productId = await productOf(trx, scope, ticket)
    if (ticket.followsTicketId) await assertOwn(trx, scope, ticket.followsTicketId)
    const { orgId, actor } = scope
    const id = await openTicket(trx, { ...ticket, orgId, endUserId: actor.id!, productId }, now)
    return this.findTicket.byId(scope, id, trx)
  }
}

/**
 * Returns the product that a ticket is about: that of its license, the one it names, or the one that the token is
 * limited to.
 */
async function productOf(
  trx: Trx,
  scope: Scope,
  { licenseId, productId }: OwnTicket
): Promise<string | null> {
  const ofLicense = licenseId ? await ownLicense(trx, scope, licenseId) : null
  if (ofLicense && productId && ofLicense !== productId) {
    throw invalidField('productId', 'The license belongs to another product')
  }
  if (!ofLicense && productId) await assertProduct(trx, scope, productId)
  return ofLicense ?? productId ?? scope.productId
}

/** Returns the product of an end user's own license. @throws Refusal LICENSE_NOT_FOUND, LICENSE_NOT_OWNED */
async function ownLicense(trx: Trx, { orgId, productId, actor }: Scope, id: string): Promise<string> {
  const license = await firstRow<{ productId: string; owner: string | null }>(
    trx,
    `select product_id as "productId", end_user_id as owner from licenses where org_id = ? and id = ?`,
    [orgId, id]
  )
  if (!license || (productId && license.productId !== productId)) throw new Refusal('LICENSE_NOT_FOUND')
  if (license.owner !== actor.id) throw new Refusal('LICENSE_NOT_OWNED')
  return license.productId
}

async function assertProduct(trx: Trx, scope: Scope, id: string) {
  const found = await firstRow(trx, `select 1 from products where org_id = ? and id = ?`, [scope.orgId, id])
  if (!found || (scope.productId && scope.productId !== id)) throw new Refusal('PRODUCT_NOT_FOUND')
}

/** The ticket to follow must be one that the end user can read. @throws Refusal NOT_FOUND */
async function assertOwn(trx: Trx, scope: Scope, ticketId: string) {
  const { sql, values } = ticketsOf(scope)
  if (await firstRow(trx, `select 1 from tickets t where ${sql} and t.id = ?`, [...values, ticketId])) return
  throw noSuch('ticket')
}

async function assertRoomForOne(trx: Trx, { orgId, actor }: Scope) {
  const { open } = (await firstRow<{ open: number }>(
    trx,
    `select count(*)::int as open from tickets where org_id = ? and end_user_id = ? and status in ('open', 'waiting')`,
    [orgId, actor.id]
  ))!
  if (open < MOST_OPEN_TICKETS) return
  throw new Refusal('CONFLICT', {
    message: `You have ${MOST_OPEN_TICKETS} open tickets: write in one of them, or close one`,
  })
}
