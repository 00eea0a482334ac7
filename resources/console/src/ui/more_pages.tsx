import { Button } from './button'

/** A list that may have more pages. */
export type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }

/** The button below a list that fetches its next page. Nothing is shown on the last page. */
export function MorePages({ of, label = 'Show more' }: { of: Pages; label?: string }) {
  if (!of.hasNextPage) return null
  return (
    <span>
      <Button busy={of.isFetchingNextPage} onClick={() => void of.fetchNextPage()}>
        {label}
      </Button>
    </span>
  )
}
