import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { newId } from '#kernel/secrets/ids'
import { DAY, type Millis } from '#kernel/time/millis'

/** The most replaced secrets of a processor that are valid. Beyond it, the one that was replaced first ends. */
const MOST = 4

/**
 * Keeps the current secret of a locked processor valid for 24 hours, because it is about to be replaced. Secrets that were
 * replaced before keep their own time (contract/10-storefront#106-processor-events).
 */
export async function keepFormerSecret(trx: Trx, processorId: string, now: Millis) {
  await rows(
    trx,
    `delete from processor_former_secrets where processor_id = ? and (good_until <= ? or id in (
       select id from processor_former_secrets where processor_id = ? order by good_until desc, id desc offset ?))`,
    [processorId, new Date(now), processorId, MOST - 1]
  )
  // The operator empties a secret whose key was lost: nothing is valid then.
  await rows(
    trx,
    `insert into processor_former_secrets (id, processor_id, secret, good_until)
     select ?, id, secret, ? from processors where id = ? and secret <> ''`,
    [newId(), new Date(now + DAY), processorId]
  )
}

/** The SQL of the array of sealed secrets with which the events of a processor `p` may be signed. Binding: the moment. */
export const VALID_SECRETS = `array_remove(array_prepend(p.secret, array(
  select f.secret from processor_former_secrets f where f.processor_id = p.id and f.good_until > ?)), '')`
