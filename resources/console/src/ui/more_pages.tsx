import { Button } from './button'

/** A list that may have further pages. */
export type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }

/** Below a list: what fetches its next page, while there is one. */
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
