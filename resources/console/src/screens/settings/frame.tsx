import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'

const TABS = [
  ['/$org/settings', 'Organisation'],
  ['/$org/settings/you', 'You'],
  ['/$org/settings/portal', 'Portal'],
  ['/$org/settings/domains', 'Domains'],
  ['/$org/settings/sso', 'Single sign-on'],
] as const

/** What stands above every page of settings. */
export function SettingsFrame({ orgId, children }: { orgId: string; children: ReactNode }) {
  return (
    <div className="page">
      <h1>Settings</h1>
      <nav className="tabs" aria-label="Settings">
        {TABS.map(([to, label]) => (
          <Link
            key={to}
            to={to}
            params={{ org: orgId }}
            activeOptions={{ exact: true, includeSearch: false }}
          >
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </div>
  )
}
