import { useEffect, type ReactNode } from 'react'
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { distrustLists } from '../api/distrust_lists'
import { asRefusal } from '../api/refusal'
import { Refused } from './refused'
import { useTypedHere } from './use_typed_here'
import { useWithdrawn, Withdraw } from './withdrawn'

/** Placeholders for rows that are still loading, with the height of real rows. */
export function Waiting({ rows = 6 }: { rows?: number }) {
  return (
    <div role="status" aria-label="Loading" className="waiting">
      {Array.from({ length: rows }, (_, at) => (
        <span key={at} className="skeleton" style={{ width: `${70 - ((at * 17) % 40)}%` }} />
      ))}
    </div>
  )
}

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
    </div>
  )
}

function Gone() {
  const queryClient = useQueryClient()
  useEffect(() => distrustLists(queryClient), [queryClient])
  return <Empty title="Not found, or you do not have access" />
}

/**
 * Shows the data of a query, or its loading or error state. Data that somebody else has deleted stay below the message if the
 * user has typed something on their page, because it would be lost with them.
 */
export function Loaded<Data>({
  query,
  rows,
  children,
}: {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  rows?: number
  children: (data: Data) => ReactNode
}) {
  const refusal = query.error && asRefusal(query.error)
  const isTyped = useTypedHere()
  // A page whose row is gone says so once, not in each of its lists.
  const isSaid = useWithdrawn()
  const isGone = refusal?.status === 404
  // It may have been there before.
  if (isGone && !(isTyped && query.data !== undefined)) return <Gone />
  if (query.data !== undefined)
    return (
      <Withdraw gone={isGone}>
        {isGone && !isSaid && <Gone />}
        {children(query.data)}
      </Withdraw>
    )
  if (!refusal) return <Waiting rows={rows} />
  return <Refused refusal={refusal} retry={() => void query.refetch()} />
}
