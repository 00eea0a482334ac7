import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { NormalEvent } from '#storefront/rules/normal_event'

/** What an event says of a payment; the amount is null where it says none. */
type Payment = Pick<NormalEvent, 'ref' | 'amount' | 'currency'> & { processorId: string }

/**
 * Writes into a locked order what was paid for it, and by which payment (contract/10-storefront#107-abuse). A
 * reference that its merchant has written stays.
 */
export async function recordPayment(
  trx: Trx,
  orderId: string,
  { processorId, ref, amount, currency }: Payment
) {
  await rows(
    trx,
    `update orders set processor_id = ?, reference = coalesce(reference, ?), amount = coalesce(?::bigint, amount),
       currency = case when ?::bigint is null then currency else coalesce(?, currency) end
     where id = ?`,
    [processorId, ref, amount, amount, currency, orderId]
  )
}
