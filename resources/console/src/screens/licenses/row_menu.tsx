import { Menu } from '@base-ui/react/menu'
import type { ListedLicense } from '../../api/types'
import { Icon } from '../../ui/icons'
import { STEPS, stepsOf, type StepName } from './steps'

export type Opened = { license: ListedLicense; near: HTMLElement }

/** One menu for all rows: a menu in each costs more than the rows. */
export function RowMenu({
  opened,
  onClose,
  choose,
}: {
  opened: Opened | null
  onClose: () => void
  choose: (step: StepName) => void
}) {
  if (!opened) return null
  return (
    <Menu.Root open onOpenChange={(open) => !open && onClose()}>
      <Menu.Portal>
        <Menu.Positioner anchor={opened.near} align="end" sideOffset={4}>
          <Menu.Popup className="menu">
            {stepsOf(opened.license).map((step) => (
              <Menu.Item
                key={step}
                className={step === 'delete' ? 'menu-item bad' : 'menu-item'}
                onClick={() => choose(step)}
              >
                <Icon name={STEPS[step].icon} />
                {STEPS[step].label}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
