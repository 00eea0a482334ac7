import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { NormalEvent } from '#storefront/rules/normal_event'

/** The payment in an event. The amount is null if the event does not contain it. */
type Payment = Pick<NormalEvent, 'ref' | 'amount' | 'currency'> & { processorId: string }

/**
 * Writes the paid amount, the processor and the reference of the payment to a locked order
 * (contract/10-storefront#107-abuse). If the order already has a reference, it stays.
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
