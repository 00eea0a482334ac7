import type { BulkKind } from '../../api/operations'
import { Button } from '../../ui/button'
import { Menu } from '../../ui/menu'
import { shown } from '../../ui/time'
import { KINDS } from './bulk_kinds'
import type { useChosen } from './use_choice'

type Props = {
  chosen: ReturnType<typeof useChosen>
  total: number
  rows: { id: string }[]
  mayChange: boolean
  start: (kind: BulkKind) => void
}

const FIRST: BulkKind[] = ['freeze', 'extend', 'revoke']
const REST = (Object.keys(KINDS) as BulkKind[]).filter((kind) => !FIRST.includes(kind))

/** Shows the bulk changes for the selected licenses. */
export function ChosenBar({ chosen, total, mayChange, start }: Props) {
  return (
    <div className="chosen-bar" role="region" aria-label="Selected licenses">
      <strong className="numbers">{shown(chosen.count)} selected</strong>
      {chosen.count < total && (
        <Button look="plain" onClick={chosen.chooseAll}>
          Select all {shown(total)}
        </Button>
      )}
      {mayChange &&
        FIRST.map((kind) => (
          <Button key={kind} icon={KINDS[kind].icon} onClick={() => start(kind)}>
            {KINDS[kind].label}
          </Button>
        ))}
      {mayChange && (
        <Menu
          trigger={<Button icon="more" look="square" aria-label="More actions" />}
          entries={REST.map((kind) => ({
            label: KINDS[kind].label,
            icon: KINDS[kind].icon,
            bad: kind === 'delete',
            run: () => start(kind),
          }))}
        />
      )}
      <Button look="plain square" icon="x" aria-label="Clear selection" onClick={chosen.clear} />
    </div>
  )
}
