import { queryOptions, useQuery } from '@tanstack/react-query'
import { listLicenses, readLicense } from '../../api/licenses'
import type { OwnLicense } from '../../api/types'

export const licenseQuery = (id: string) =>
  queryOptions({
    queryKey: ['license', id],
    queryFn: ({ signal }) => readLicense({ path: { id }, signal }),
  })

/**
 * Returns the newest licenses of the end user for choices, or undefined while they load. The license that the address of
 * the page names is among them even if it is older; it then comes first.
 */
export function useOwnLicenses(named = ''): OwnLicense[] | undefined {
  const { data } = useQuery({
    queryKey: ['licenses', 'to choose from'],
    queryFn: ({ signal }) => listLicenses({ query: { limit: 100 }, signal }),
  })
  const isOlder = !!named && !!data && !data.licenses.some(({ id }) => id === named)
  const older = useQuery({ ...licenseQuery(named), enabled: isOlder })
  if (!isOlder) return data?.licenses
  if (older.data) return [older.data.license, ...data.licenses]
  return older.error ? data.licenses : undefined
}
