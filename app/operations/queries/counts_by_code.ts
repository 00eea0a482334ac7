import { rows, type SqlExecutor } from '#kernel/database/sql'

type Counts = Record<'skippedBy' | 'failedBy', Record<string, number>>

/**
 * The result of an operation on items: its skipped and failed items, counted by code over its finished chunks
 * (contract/01-changes#bulk-import-export).
 */
export async function countsResult(client: SqlExecutor, { id }: { id: string }): Promise<Counts> {
  const sums = await rows<{ kind: keyof Counts; code: string; count: number }>(
    client,
    `select kind.key as kind, code.key as code, sum(code.value::int)::int as count
     from operation_chunks c
     cross join lateral jsonb_each(c.codes) as kind
     cross join lateral jsonb_each_text(kind.value) as code
     where c.operation_id = ? and c.done_at is not null
     group by 1, 2 order by 1, 2`,
    [id]
  )
  const counts: Counts = { skippedBy: {}, failedBy: {} }
  for (const { kind, code, count } of sums) counts[kind][code] = count
  return counts
}
