import { useQuery } from '@tanstack/react-query'
import { listLicenses } from '../../api/licenses'
import type { OwnLicense } from '../../api/types'

/** Returns the newest licenses of the end user for choices, or undefined while they load. */
export function useOwnLicenses(): OwnLicense[] | undefined {
  const { data } = useQuery({
    queryKey: ['licenses', 'to choose from'],
    queryFn: ({ signal }) => listLicenses({ query: { limit: 100 }, signal }),
  })
  return data?.licenses
}
