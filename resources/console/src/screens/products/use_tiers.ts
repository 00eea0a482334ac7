import { useQuery } from '@tanstack/react-query'
import { listTiers } from '../../api/tiers'

const MOST_TIERS = 200

/** Returns the tiers of a product for choices, or undefined while they load. */
export function useTiers(productId: string) {
  const { data } = useQuery({
    queryKey: ['tiers', productId, 'all'],
    queryFn: ({ signal }) => listTiers({ path: { productId }, query: { limit: MOST_TIERS }, signal }),
  })
  return data?.tiers
}
