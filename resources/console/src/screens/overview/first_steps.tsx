import { Link } from '@tanstack/react-router'
import { Icon } from '../../ui/icons'
import { useProducts } from '../licenses/use_licenses'

/** How an org comes to its first license. */
export function FirstSteps({ orgId }: { orgId: string }) {
  const { products, areKnown } = useProducts(orgId)
  const [first] = products
  if (!areKnown) return null
  return (
    <section className="panel" aria-labelledby="first-steps">
      <h2 id="first-steps">Three steps to the first license</h2>
      <ol className="first-steps">
        <li>
          {first && <Icon name="check" />}
          <Link to="/$org/products" params={{ org: orgId }}>
            {first ? `A product: ${first.name}` : 'Make a product, which licenses are for'}
          </Link>
        </li>
        <li>
          {first ? (
            <Link to="/$org/products/$id" params={{ org: orgId, id: first.id }} search={{ tab: 'keys' }}>
              Make an API key, with which your program asks
            </Link>
          ) : (
            'Make an API key, with which your program asks'
          )}
        </li>
        <li>
          <Link to="/$org/licenses" params={{ org: orgId }} search={{}}>
            Make a license, or import those that you have sold
          </Link>
        </li>
      </ol>
    </section>
  )
}
