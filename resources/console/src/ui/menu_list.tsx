import { useEffect, useRef, type ReactNode } from 'react'
import { Menu as Base } from '@base-ui/react/menu'
import { Icon, type IconName } from './icons'

export type MenuEntry =
  { label: string; icon?: IconName; run: () => void; bad?: boolean; chosen?: boolean } | 'line'

/** The element that opened a menu. With `byKey`, the first entry gets the focus. */
export type MenuOpener = { near: HTMLElement; byKey: boolean }

type Props = {
  opener: MenuOpener
  entries: MenuEntry[]
  title?: ReactNode
  align?: 'start' | 'end'
  onClose: () => void
}

/** The entries of a menu, beside the element that opened it. The menu is open as long as it is rendered. */
export function MenuList({ opener: { near, byKey }, entries, title, align = 'start', onClose }: Props) {
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Positioner anchor={near} sideOffset={4} align={align}>
          <Base.Popup className="menu" aria-label={near.ariaLabel ?? near.innerText} finalFocus={() => near}>
            {title && <div className="menu-title">{title}</div>}
            {entries.map((entry, at) =>
              entry === 'line' ? (
                <Base.Separator key={at} className="menu-line" />
              ) : (
                <Item key={at} entry={entry} focused={byKey && entry === entries[0]} />
              )
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Item({ entry, focused }: { entry: Exclude<MenuEntry, 'line'>; focused: boolean }) {
  const { label, icon, run, bad, chosen } = entry
  const item = useRef<HTMLElement>(null)
  useEffect(() => {
    if (focused) item.current?.focus({ preventScroll: true })
  }, [focused])
  return (
    <Base.Item
      ref={item}
      className={bad ? 'menu-item bad' : 'menu-item'}
      // First the menu gives the focus back. It would take it from a dialog that `run` opens.
      onClick={() => void setTimeout(run)}
    >
      {icon && <Icon name={icon} />}
      {label}
      {chosen && <Icon name="check" />}
    </Base.Item>
  )
}
