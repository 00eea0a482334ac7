import {
  cloneElement,
  useState,
  type ComponentProps,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import type { Button } from './button'
import { later } from './later'
import type { MenuEntry, MenuOpener } from './menu_list'

export type { MenuEntry }

const MenuList = later(() => import('./menu_list').then((file) => file.MenuList))

/** Returns the opener of a menu. A click by keyboard or screen reader has a `detail` (click count) of 0. */
export const openerOf = (event: MouseEvent<HTMLElement>): MenuOpener => ({
  near: event.currentTarget,
  byKey: event.detail === 0,
})

const ARROWS = ['ArrowDown', 'ArrowUp']

/** A button that opens a menu below it. */
export function Menu({
  trigger,
  entries,
  title,
}: {
  trigger: ReactElement<ComponentProps<typeof Button>>
  entries: MenuEntry[]
  title?: ReactNode
}) {
  const [opener, setOpener] = useState<MenuOpener | null>(null)
  return (
    <>
      {cloneElement(trigger, {
        'aria-haspopup': 'menu',
        'aria-expanded': opener !== null,
        onClick: (event) => setOpener(openerOf(event)),
        onKeyDown: (event) => {
          if (!ARROWS.includes(event.key)) return
          event.preventDefault()
          setOpener({ near: event.currentTarget, byKey: true })
        },
      })}
      {opener && <MenuList opener={opener} entries={entries} title={title} onClose={() => setOpener(null)} />}
    </>
  )
}
