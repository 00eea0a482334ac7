import { useEffect, useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { useOrg } from '../../api/me'
import { keepChoice } from '../../ui/kept_choice'
import { useKeys } from '../../ui/keys'
import { later } from '../../ui/later'
import type { Entry } from './finder'
import { PLACES } from './places'

const Finder = later(() => import('./finder').then((file) => file.Finder))
const Help = later(() => import('./help').then((file) => file.Help))

/** The command palette (Ctrl-K): pages, global actions, and licenses by a part of their key. */
export function Palette({ orgId }: { orgId: string }) {
  const [open, setOpen] = useState<'palette' | 'help' | null>(null)
  const navigate = useNavigate()
  const { may } = useOrg(orgId)
  const goTo = (to: (typeof PLACES)[number]['to']) => void navigate({ to, params: { org: orgId } })
  useEffect(() => {
    // This shortcut also works in text fields, but not over a dialog, which may hold what is shown or typed only once.
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen((now) => (now || document.querySelector('[role=dialog]') ? null : 'palette'))
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  useKeys({
    '?': () => setOpen('help'),
    ...Object.fromEntries(PLACES.map(({ letter, to }) => [`g ${letter}`, () => goTo(to)])),
  })
  const close = () => setOpen(null)
  if (open === 'help') return <Help onClose={close} />
  if (!open) return null
  const newLicense: Entry = {
    label: 'New license',
    icon: 'plus',
    run: () =>
      void navigate({
        to: '/$org/licenses',
        params: { org: orgId },
        search: { new: '1' },
        state: { covers: location.pathname.endsWith('/licenses') },
      }),
  }
  const entries: Entry[] = [
    ...PLACES.map(({ to, label, icon }) => ({ label, icon, run: () => goTo(to) })),
    ...(may('MEMBER') ? [newLicense] : []),
    { label: 'Dark theme', icon: 'settings', run: () => keepChoice('theme', 'dark') },
    { label: 'Light theme', icon: 'settings', run: () => keepChoice('theme', 'light') },
    { label: 'Keyboard shortcuts', icon: 'file', run: () => setOpen('help') },
  ]
  return <Finder orgId={orgId} entries={entries} onClose={close} />
}
