import { rows, type SqlClient } from '#kernel/database/sql'

/**
 * What an operation skipped and failed on, counted by code: the sums over its finished chunks
 * (contract/01-changes#bulk-import-export).
 */
export async function countsOfOperation(client: SqlClient, operationId: string) {
  const sums = await rows<{ kind: 'skippedBy' | 'failedBy'; code: string; count: number }>(
    client,
    `select kind.key as kind, code.key as code, sum(code.value::int)::int as count
     from operation_chunks c
     cross join lateral jsonb_each(c.codes) as kind
     cross join lateral jsonb_each_text(kind.value) as code
     where c.operation_id = ? and c.done_at is not null
     group by 1, 2 order by 1, 2`,
    [operationId]
  )
  const counts: Record<'skippedBy' | 'failedBy', Record<string, number>> = { skippedBy: {}, failedBy: {} }
  for (const { kind, code, count } of sums) counts[kind][code] = count
  return counts
}
