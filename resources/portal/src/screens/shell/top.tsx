import { Link, useLocation } from '@tanstack/react-router'
import { endSignIn } from '../../api/doors'
import { place } from '../../api/place'
import { usePortal } from '../../api/portal'
import { signedOut } from '../../api/session'
import { useMe } from '../../api/me'
import { useHasOrdered, useShop } from '../../api/shop'
import { Button } from '../../../../console/src/ui/button'
import { Icon } from '../../../../console/src/ui/icons'
import { keepChoice, useChoice } from '../../../../console/src/ui/kept_choice'
import { Menu } from '../../../../console/src/ui/menu'
import { signOutWith } from '../../../../console/src/ui/sign_out'
import { Logo } from '../../ui/logo'

const THEMES = { system: 'System theme', light: 'Light theme', dark: 'Dark theme' } as const

/** Opens the sign-in page by a full load, so that no data of the previous user remains in memory. */
export function leave() {
  location.assign(`${place.base.replace(/\/$/, '')}/sign-in`)
}

export function Top() {
  const { tickets } = usePortal()
  const { byKey } = useMe()
  const isLicense = useLocation({ select: ({ pathname }) => pathname.includes('/licenses/') })
  return (
    <header className="top">
      <Link to="/" className="home">
        <Logo />
      </Link>
      <nav aria-label="Main">
        <Link
          to="/"
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={isLicense ? 'true' : undefined}
        >
          Licenses
        </Link>
        {!byKey && <Link to="/redeem">Redeem</Link>}
        <ShopLinks />
        {!byKey && tickets && <Link to="/tickets">Help</Link>}
      </nav>
      <Person />
    </header>
  )
}

/** Links to shop and orders. Orders stay available after the shop is gone. */
function ShopLinks() {
  const { data: shop } = useShop()
  const ordered = useHasOrdered()
  return (
    <>
      {shop && (
        <Link to="/shop" search={{}} activeOptions={{ includeSearch: false }}>
          Shop
        </Link>
      )}
      {ordered && <Link to="/orders">Orders</Link>}
    </>
  )
}

function Person() {
  const { shownName, byKey } = useMe()
  const theme = useChoice('theme')
  const themed = (Object.keys(THEMES) as (keyof typeof THEMES)[]).map((one) => ({
    label: THEMES[one],
    chosen: theme === one,
    run: () => keepChoice('theme', one),
  }))
  const out = () => {
    signedOut()
    leave()
  }
  return (
    <div className="person">
      {!byKey && (
        <Link to="/profile" className="button plain">
          <Icon name="user" />
          <span>Profile</span>
        </Link>
      )}
      <Menu
        title={shownName}
        entries={[
          ...themed,
          'line',
          {
            label: 'Sign out',
            icon: 'signOut',
            run: () => void signOutWith(() => endSignIn({ body: {} }), out),
          },
        ]}
        trigger={<Button look="plain square" icon="settings" aria-label={`Account of ${shownName}`} />}
      />
    </div>
  )
}
