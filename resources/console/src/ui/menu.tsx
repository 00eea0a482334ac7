import type { ReactElement, ReactNode } from 'react'
import { Menu as Base } from '@base-ui/react/menu'
import { Icon, type IconName } from './icons'

export type MenuEntry =
  { label: string; icon?: IconName; run: () => void; bad?: boolean; chosen?: boolean } | 'line'

/** A menu under what opens it. */
export function Menu({
  trigger,
  entries,
  title,
}: {
  trigger: ReactElement
  entries: MenuEntry[]
  title?: ReactNode
}) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="start">
          <Base.Popup className="menu">
            {title && <div className="menu-title">{title}</div>}
            {entries.map((entry, at) =>
              entry === 'line' ? (
                <Base.Separator key={at} className="menu-line" />
              ) : (
                <Item key={entry.label} {...entry} />
              )
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Item({ label, icon, run, bad, chosen }: Exclude<MenuEntry, 'line'>) {
  return (
    <Base.Item className={bad ? 'menu-item bad' : 'menu-item'} onClick={run}>
      {icon && <Icon name={icon} />}
      {label}
      {chosen && <Icon name="check" />}
    </Base.Item>
  )
}
