import { asRefusal } from '../api/refusal'
import { Button } from './button'
import { Refused } from './refused'

/** A list that may have more pages. */
export type Pages = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: Error | null
  fetchNextPage: () => unknown
}

/** The button below a list that fetches its next page, and why that failed. Nothing is shown on the last page. */
export function MorePages({ of, label = 'Show more' }: { of: Pages; label?: string }) {
  if (!of.hasNextPage) return null
  return (
    <>
      {of.isFetchNextPageError && <Refused refusal={asRefusal(of.error)} />}
      <span>
        <Button busy={of.isFetchingNextPage} onClick={() => void of.fetchNextPage()}>
          {label}
        </Button>
      </span>
    </>
  )
}
