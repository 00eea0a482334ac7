import { Link } from '@tanstack/react-router'

/** Says that a product comes first, and leads to the products. */
export function NoProducts({ orgId, of: what }: { orgId: string; of: 'license' | 'listing' }) {
  return (
    <p>
      Create a product first: every {what} belongs to one.{' '}
      <Link to="/$org/products" params={{ org: orgId }}>
        Go to products
      </Link>
    </p>
  )
}
