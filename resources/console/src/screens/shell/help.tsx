import { Dialog } from '../../ui/dialog'
import { PLACES } from './places'

const KEYS = [
  ['Ctrl K', 'Pages, commands, licenses'],
  ['/', 'Search the list'],
  [`g then ${PLACES.map(({ letter }) => letter).join(' ')}`, 'The pages of the sidebar, in its order'],
  ['j k', 'Next and previous row'],
  ['Home End', 'First and last row'],
  ['x', 'Choose a row'],
  ['Shift x', 'Choose up to a row'],
  ['Ctrl A', 'Choose all loaded, twice: all that match'],
  ['Enter', 'Open'],
  ['Space', 'Look at it beside the list'],
  ['f u e r', 'Freeze, unfreeze, extend, revoke what is chosen'],
  ['n', 'New license'],
  ['Esc', 'Close, then clear the choice'],
] as const

export function Help({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard" about="Single letters can be turned off in the settings." onClose={onClose}>
      <dl className="facts">
        {KEYS.map(([keys, what]) => (
          <div key={keys} className="contents">
            <dt>
              {keys.split(' ').map((key, at) => (key === 'then' ? ' then ' : <kbd key={at}>{key}</kbd>))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
