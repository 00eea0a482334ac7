import { useQuery } from '@tanstack/react-query'
import { readLicense } from '../../api/licenses'

export function useLicense(id: string) {
  return useQuery({
    queryKey: ['license', id],
    queryFn: ({ signal }) => readLicense({ path: { id }, query: { include: 'endUser' }, signal }),
    select: ({ license }) => license,
  })
}
