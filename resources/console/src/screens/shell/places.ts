import type { IconName } from '../../ui/icons'

/** The pages of an org in the order of the sidebar. The shortcut of a page is `g` and then its letter. */
export const PLACES = [
  { to: '/$org', label: 'Overview', icon: 'grid', letter: 'o' },
  { to: '/$org/licenses', label: 'Licenses', icon: 'key', letter: 'l' },
  { to: '/$org/end-users', label: 'End users', icon: 'user', letter: 'u' },
  { to: '/$org/tickets', label: 'Tickets', icon: 'ticket', letter: 'k' },
  { to: '/$org/operations', label: 'Operations', icon: 'activity', letter: 'p' },
  { to: '/$org/products', label: 'Products', icon: 'box', letter: 'r' },
  { to: '/$org/storefront', label: 'Storefront', icon: 'cart', letter: 'f' },
  { to: '/$org/webhooks', label: 'Webhooks', icon: 'webhook', letter: 'w' },
  { to: '/$org/team', label: 'Team', icon: 'users', letter: 't' },
  { to: '/$org/audit', label: 'Audit log', icon: 'scroll', letter: 'a' },
  { to: '/$org/settings', label: 'Settings', icon: 'settings', letter: 's' },
] as const satisfies { to: string; label: string; icon: IconName; letter: string }[]

/** Returns the title of the browser tab for an address inside an org. */
export function titleAt(pathname: string, org: string): string {
  const [, , part = ''] = pathname.split('/')
  const label =
    part === 'import' ? 'Import' : PLACES.find(({ to }) => (to.split('/')[2] ?? '') === part)?.label
  return [label, org, 'Latchkey'].filter(Boolean).join(' · ')
}
