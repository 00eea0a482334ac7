import { useSyncExternalStore } from 'react'
import { Button } from './button'
import { Icon } from './icons'

type Toast = { id: number; text: string; bad?: boolean; action?: { label: string; run: () => void } }

const STAYS = 6000
let toasts: Toast[] = []
let last = 0
const listeners = new Set<() => void>()

function change(next: Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

function dismiss(id: number) {
  change(toasts.filter((one) => one.id !== id))
}

/** Nobody loses a message that they point at, or whose button has the focus. */
const isHeld = () => document.querySelector('.toast:is(:hover, :focus-within)') !== null
const leave = (id: number) => void setTimeout(() => (isHeld() ? leave(id) : dismiss(id)), STAYS)

/** Shows a message for `STAYS` milliseconds, with a button for `action` if there is one, e.g. to undo the change. */
export function toast(text: string, { bad, action }: Omit<Toast, 'id' | 'text'> = {}) {
  const id = ++last
  change([...toasts.slice(-2), { id, text, bad, action }])
  leave(id)
}

/** Shows why a write was refused. */
export const toastRefusal = ({ message }: { message: string }) => toast(message, { bad: true })

export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts
  )
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, bad, action }) => (
        <div className="toast" key={id}>
          <Icon name={bad ? 'warning' : 'checkCircle'} className={bad ? 'bad' : 'ok'} />
          <span>{text}</span>
          {action && (
            <Button
              look="small"
              onClick={() => {
                dismiss(id)
                action.run()
              }}
            >
              {action.label}
            </Button>
          )}
          <Button look="plain square small" icon="x" aria-label="Dismiss" onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  )
}
