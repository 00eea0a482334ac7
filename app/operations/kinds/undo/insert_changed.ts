import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/**
 * Makes chunks of the licenses that an operation has changed, for its undo. It finds them in the timelines of the
 * licenses, so an undo covers the same licenses on the first day and after the item results are deleted.
 */
export async function insertChanged(trx: Trx, undoId: string, undoneId: string): Promise<void> {
  await rows(
    trx,
    `insert into operation_chunks (operation_id, position, license_ids, first_index, size)
     select ?::uuid, row_number() over (order by position) - 1, ids,
       sum(cardinality(ids)) over (order by position) - cardinality(ids), cardinality(ids)
     from (
       select c.position, array(
         select named.id from unnest(c.license_ids) with ordinality as named (id, n)
         where exists (
           select from license_events e where e.license_id = named.id and e.operation_id = c.operation_id
         ) order by named.n
       ) as ids
       from operation_chunks c where c.operation_id = ? and c.done_at is not null
     ) as changed
     where cardinality(ids) > 0`,
    [undoId, undoneId]
  )
}
