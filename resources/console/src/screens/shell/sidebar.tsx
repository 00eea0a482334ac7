import { Link, useNavigate } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { signOut } from '../../api/accounts'
import { useMe } from '../../api/me'
import type { Progress } from '../../api/org_stream'
import { signedOut } from '../../api/session'
import type { Org } from '../../api/types'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icons'
import { keepChoice, useChoice } from '../../ui/kept_choice'
import { Menu } from '../../ui/menu'
import { signOutWith } from '../../ui/sign_out'
import { usePlaceInView } from '../../ui/use_place_in_view'
import { PLACES } from './places'
import { Tray } from './tray'

export function Sidebar({ org, open }: { org: Org; open: Progress[] }) {
  const { orgs } = useMe()
  const navigate = useNavigate()
  const places = usePlaceInView()
  const entries = orgs.map(({ id, name }) => ({
    label: name,
    icon: 'box' as const,
    chosen: id === org.id,
    run: () => void navigate({ to: '/$org', params: { org: id } }),
  }))
  return (
    <nav className="sidebar" aria-label="Main">
      <Menu
        title="Organisations"
        entries={entries}
        trigger={
          <Button look="org-switch">
            <span>{org.name}</span>
            <Icon name="chevrons" />
          </Button>
        }
      />
      <div className="nav" ref={places}>
        {PLACES.map(({ to, label, icon }) => (
          <Link
            key={to}
            to={to}
            params={{ org: org.id }}
            activeOptions={{ exact: to === '/$org', includeSearch: false }}
          >
            <Icon name={icon} />
            {label}
          </Link>
        ))}
      </div>
      <div className="sidebar-end">
        <Tray orgId={org.id} open={open} />
        <Person />
      </div>
    </nav>
  )
}

function Person() {
  const navigate = useNavigate()
  const { user } = useMe()
  const theme = useChoice('theme')
  const queryClient = useQueryClient()
  const themed = (['system', 'light', 'dark'] as const).map((one) => ({
    label: { system: 'System theme', light: 'Light theme', dark: 'Dark theme' }[one],
    chosen: theme === one,
    run: () => keepChoice('theme', one),
  }))
  const leave = () => {
    signedOut()
    queryClient.clear()
    location.assign('/console/sign-in')
  }
  return (
    <Menu
      title={user.email}
      entries={[
        ...themed,
        'line',
        ...(user.platformAdmin
          ? [{ label: 'Platform', icon: 'shield' as const, run: () => void navigate({ to: '/admin' }) }]
          : []),
        {
          label: 'Sign out',
          icon: 'signOut',
          run: () => void signOutWith(() => signOut({ body: {} }), leave),
        },
      ]}
      trigger={
        <Button look="org-switch" aria-label={`Account of ${user.email}`}>
          <Icon name="user" />
          <span className="small">{user.email}</span>
        </Button>
      }
    />
  )
}
