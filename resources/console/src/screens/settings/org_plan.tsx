import { useQuery } from '@tanstack/react-query'
import { readOrgPlan } from '../../api/orgs'
import type { OrgPlan as Plan } from '../../api/types'
import { Loaded } from '../../ui/states'
import { shown } from '../../ui/time'

/** Formats a limit of a plan. -1 means no limit. */
const limit = (value: number) => (value === -1 ? 'no limit' : shown(value))

/** Shows the limits of the owner's plan and the current usage. */
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
            <dt>Requests this minute</dt>
            <dd>
              {plan.usage.requestsThisMinute === null ? 'Unknown' : shown(plan.usage.requestsThisMinute)}
            </dd>
            <dt>Requests per minute</dt>
            <dd>
              {limit(plan.limits.requestsPerMinute.perKey)} per API key,{' '}
              {limit(plan.limits.requestsPerMinute.perProduct)} per product
            </dd>
            <dt>Products</dt>
            <dd>{limit(plan.limits.products)}</dd>
            <dt>API keys per product</dt>
            <dd>{limit(plan.limits.apiKeysPerProduct)}</dd>
            <dt>Webhook endpoints per product</dt>
            <dd>{limit(plan.limits.endpointsPerProduct)}</dd>
            <dt>Members</dt>
            <dd>{limit(plan.limits.members)}</dd>
            <dt>Concurrent operations</dt>
            <dd>{limit(plan.limits.openOperations)}</dd>
            <dt>File storage, MiB</dt>
            <dd>{limit(plan.limits.storedMib)}</dd>
          </dl>
        )}
      </Loaded>
    </section>
  )
}
