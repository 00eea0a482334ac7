import { useEffect, type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { lookAgain } from '../../api/look_again'
import { useRefusedWrites } from '../../api/refused_writes'
import { useMe } from '../../api/me'
import { Brand } from '../../ui/brand'
import { addIcons, Icon, type IconName } from '../../ui/icons'
import { INSIDE } from '../../ui/inside_icons'
import { usePlaceInView } from '../../ui/use_place_in_view'
import { Banners } from '../shell/banners'
import { NothingHere } from '../shell/not_found'
import { SessionOver } from '../shell/session_over'
import { useOtherTabs } from '../shell/use_other_tabs'

addIcons(INSIDE)

const PLACES = [
  { to: '/admin', label: 'Organisations', icon: 'box' },
  { to: '/admin/users', label: 'Users', icon: 'users' },
  { to: '/admin/queues', label: 'Queues', icon: 'activity' },
] as const satisfies { to: string; label: string; icon: IconName }[]

/** The frame around the screens for platform admins. Other users see the "not found" page. */
export function AdminFrame({ title, children }: { title: string; children: ReactNode }) {
  const { user } = useMe()
  const places = usePlaceInView()
  useOtherTabs()
  useRefusedWrites(lookAgain)
  useEffect(() => {
    document.title = `${title} · Latchkey`
  }, [title])
  if (!user.platformAdmin) return <NothingHere />
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Banners />
      <nav className="sidebar" aria-label="Main">
        <div className="sidebar-brand">
          <Brand />
        </div>
        <div className="nav" ref={places}>
          {PLACES.map(({ to, label, icon }) => (
            <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
              <Icon name={icon} />
              {label}
            </Link>
          ))}
        </div>
        <div className="sidebar-end nav">
          <Link to="/">
            <Icon name="undo" />
            Back to the console
          </Link>
        </div>
      </nav>
      <main id="main" className="main" tabIndex={-1}>
        <div className="page">
          <h1>{title}</h1>
          {children}
        </div>
      </main>
      <SessionOver />
    </div>
  )
}
