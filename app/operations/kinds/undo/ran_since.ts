/**
 * SQL for whether an operation has worked on more licenses since its undo was planned, because it was retried in
 * between. The plan of that undo does not have those licenses. Both parameters are aliases of the table `operations`.
 */
export function ranSince(undone: string, undo: string): string {
  return `exists (select from operation_chunks c
    where c.operation_id = ${undone}.id and c.done_at > ${undo}.planned_at)`
}
