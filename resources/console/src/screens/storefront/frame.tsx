import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { useOrg } from '../../api/me'
import { Tabs } from '../../ui/tabs'

const TABS = [
  ['/$org/storefront', 'Orders', 'VIEWER'],
  ['/$org/storefront/listings', 'Listings', 'VIEWER'],
  ['/$org/storefront/processors', 'Payment', 'ADMIN'],
  ['/$org/storefront/shop', 'Shop', 'VIEWER'],
] as const

/** The frame around the lists of the storefront. */
export function StorefrontFrame({ orgId, children }: { orgId: string; children: ReactNode }) {
  const { may } = useOrg(orgId)
  return (
    <div className="page">
      <h1>Storefront</h1>
      <Tabs label="Storefront">
        {TABS.filter(([, , role]) => may(role)).map(([to, label]) => (
          <Link
            key={to}
            to={to}
            params={{ org: orgId }}
            activeOptions={{ exact: true, includeSearch: false }}
          >
            {label}
          </Link>
        ))}
      </Tabs>
      {children}
    </div>
  )
}
