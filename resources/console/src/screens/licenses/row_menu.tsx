import { useLayoutEffect } from 'react'
import type { ListedLicense } from '../../api/types'
import { MenuList, type MenuOpener } from '../../ui/menu_list'
import { stepsOf, type StepName } from './step_rules'
import { STEPS } from './steps'

export type Opened = { license: ListedLicense; opener: MenuOpener }

/** One menu shared by all rows, because a menu in each row would cost more than the rows. */
export function RowMenu({
  license,
  opener,
  onClose,
  choose,
}: Opened & { onClose: () => void; choose: (step: StepName) => void }) {
  const { near } = opener
  // The row does not render again for its menu.
  useLayoutEffect(() => {
    near.setAttribute('aria-expanded', 'true')
    return () => near.setAttribute('aria-expanded', 'false')
  }, [near])
  return (
    <MenuList
      opener={opener}
      align="end"
      entries={stepsOf(license).map((step) => ({
        label: STEPS[step].label,
        icon: STEPS[step].icon,
        bad: step === 'delete',
        run: () => choose(step),
      }))}
      onClose={onClose}
    />
  )
}
