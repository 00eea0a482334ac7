import { Dialog } from '../../ui/dialog'
import { PLACES } from './places'

const KEYS = [
  ['Ctrl K', 'Pages, commands, licenses'],
  ['/', 'Search the list'],
  [`g then ${PLACES.map(({ letter }) => letter).join(' ')}`, 'Go to a page of the sidebar'],
  ['j k', 'Next and previous row'],
  ['Home End', 'First and last row'],
  ['x', 'Select a row'],
  ['Shift x', 'Select a range of rows'],
  ['Ctrl A', 'Select all loaded rows; press twice to select all that match'],
  ['Enter', 'Open'],
  ['Space', 'Preview beside the list'],
  ['f u e r', 'Freeze, unfreeze, extend or revoke the selection'],
  ['n', 'New license'],
  ['Esc', 'Close, then clear the selection'],
] as const

export function Help({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title="Keyboard shortcuts"
      about="Single-letter shortcuts can be turned off in Settings."
      onClose={onClose}
    >
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
