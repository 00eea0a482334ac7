import { Link } from '@tanstack/react-router'
import { Icon } from '../../ui/icons'
import { useProducts } from '../licenses/use_licenses'

/** Guides a new org to its first license. */
export function FirstSteps({ orgId }: { orgId: string }) {
  const { products, areKnown } = useProducts(orgId)
  const [first] = products
  if (!areKnown) return null
  return (
    <section className="panel" aria-labelledby="first-steps">
      <h2 id="first-steps">Get started</h2>
      <ol className="first-steps">
        <li>
          {first && <Icon name="check" />}
          <Link to="/$org/products" params={{ org: orgId }}>
            {first ? `A product: ${first.name}` : 'Create a product'}
          </Link>
        </li>
        <li>
          {first ? (
            <Link to="/$org/products/$id" params={{ org: orgId, id: first.id }} search={{ tab: 'keys' }}>
              Create an API key for your program
            </Link>
          ) : (
            'Create an API key for your program'
          )}
        </li>
        <li>
          <Link to="/$org/licenses" params={{ org: orgId }} search={{}}>
            Create a license, or import existing ones
          </Link>
        </li>
      </ol>
    </section>
  )
}
