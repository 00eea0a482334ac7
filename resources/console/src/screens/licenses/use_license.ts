import { useQuery } from '@tanstack/react-query'
import { readLicense } from '../../api/licenses'

export function useLicense(id: string) {
  return useQuery({
    queryKey: ['license', id],
    queryFn: ({ signal }) => readLicense({ path: { id }, signal }),
    select: ({ license }) => license,
  })
}
