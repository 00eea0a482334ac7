import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { Tabs } from '../../ui/tabs'

const TABS = [
  ['/$org/settings', 'Organisation'],
  ['/$org/settings/you', 'You'],
  ['/$org/settings/portal', 'Portal'],
  ['/$org/settings/domains', 'Domains'],
  ['/$org/settings/sso', 'Single sign-on'],
] as const

/** The frame around every settings page. */
export function SettingsFrame({ orgId, children }: { orgId: string; children: ReactNode }) {
  return (
    <div className="page forms">
      <h1>Settings</h1>
      <Tabs label="Settings">
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
      </Tabs>
      {children}
    </div>
  )
}
