import type { ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { asRefusal } from '../api/refusal'
import { Refused } from './refused'

/** Rows that are not there yet, of the height of real ones. */
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

/** What was asked for, or how it stands with it. */
export function Loaded<Data>({
  query,
  rows,
  children,
}: {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  rows?: number
  children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (!query.error) return <Waiting rows={rows} />
  const refusal = asRefusal(query.error)
  if (refusal.status === 404) return <Empty title="Not found, or you do not have access" />
  return <Refused refusal={refusal} retry={() => void query.refetch()} />
}
