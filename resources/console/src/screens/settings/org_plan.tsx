import { useQuery } from '@tanstack/react-query'
import { readOrgPlan } from '../../api/orgs'
import type { OrgPlan as Plan } from '../../api/types'
import { Loaded } from '../../ui/states'
import { shown } from '../../ui/time'

/** -1 is no limit. */
const limit = (value: number) => (value === -1 ? 'no limit' : shown(value))

/** What the plan of the owner allows, and what of it is in use. */
export function OrgPlan({ orgId }: { orgId: string }) {
  const query = useQuery({
    queryKey: ['plan', orgId],
    queryFn: ({ signal }) => readOrgPlan({ path: { orgId }, signal }),
  })
  return (
    <section className="panel" aria-label="Plan">
      <h2>Plan</h2>
      <Loaded query={query} rows={3}>
        {(plan: Plan) => (
          <dl className="facts numbers">
            <dt>Plan</dt>
            <dd className="capital">{plan.plan}</dd>
            <dt>Licenses</dt>
            <dd>{shown(plan.usage.licenses)}</dd>
            <dt>Requests in this minute</dt>
            <dd>
              {plan.usage.requestsThisMinute === null ? 'Not known' : shown(plan.usage.requestsThisMinute)}
            </dd>
            <dt>Requests a minute</dt>
            <dd>
              {limit(plan.limits.requestsPerMinute.perKey)} of a key,{' '}
              {limit(plan.limits.requestsPerMinute.perProduct)} of a product
            </dd>
            <dt>Products</dt>
            <dd>{limit(plan.limits.products)}</dd>
            <dt>API keys of a product</dt>
            <dd>{limit(plan.limits.apiKeysPerProduct)}</dd>
            <dt>Endpoints of a product</dt>
            <dd>{limit(plan.limits.endpointsPerProduct)}</dd>
            <dt>Members</dt>
            <dd>{limit(plan.limits.members)}</dd>
            <dt>Operations at a time</dt>
            <dd>{limit(plan.limits.openOperations)}</dd>
            <dt>Stored files, MiB</dt>
            <dd>{limit(plan.limits.storedMib)}</dd>
          </dl>
        )}
      </Loaded>
    </section>
  )
}
