import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readEndUser } from '../../api/end_users'
import { readTier } from '../../api/tiers'
import type { Operation } from '../../api/types'
import { useChoice } from '../../ui/kept_choice'
import { statusName } from '../../ui/status'
import { personName } from '../end_users/person'
import { toSearch, type LicenseFilter } from '../licenses/filter'
import { useProducts } from '../licenses/use_licenses'
import { filterWords } from './filter_words'

/** Returns the filter of an operation, or undefined if its licenses were listed one by one. */
export function filterOf({ type, params }: Operation): LicenseFilter | undefined {
  if ('filter' in params) return params.filter
  if (type !== 'licenses.export' || !('format' in params)) return undefined
  const { format: _, delimiter: _delimiter, bom: _bom, ...filter } = params
  return filter
}

/** Shows a filter in words. They lead to the list of the licenses that match it now, if the list can show them. */
export function Filter({ orgId, filter }: { orgId: string; filter: LicenseFilter }) {
  const zone = useChoice('zone')
  const { endUserId, productId, tierId } = filter
  const { names, areKnown } = useProducts(orgId)
  const owner = useQuery({
    queryKey: ['end user', endUserId],
    queryFn: ({ signal }) => readEndUser({ path: { orgId, endUserId: endUserId! }, signal }),
    enabled: Boolean(endUserId),
  })
  const tier = useQuery({
    queryKey: ['tier', tierId],
    queryFn: ({ signal }) => readTier({ path: { tierId: tierId! }, signal }),
    enabled: Boolean(tierId),
  })
  // Ids would be shown for a moment before their names.
  if ((productId && !areKnown) || owner.isLoading || tier.isLoading) return '…'
  const known = {
    status: statusName,
    product: productId && names.get(productId),
    tier: tier.data?.tier.name,
    owner: owner.data && personName(owner.data.endUser),
  }
  const words = filterWords(filter, known, zone).join(', ')
  const search = toSearch(filter, zone)
  if (!search) return words
  return (
    <Link to="/$org/licenses" params={{ org: orgId }} search={search}>
      {words}
    </Link>
  )
}
