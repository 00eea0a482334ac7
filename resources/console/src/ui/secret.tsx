import { useState } from 'react'
import { Button } from './button'
import { CopyButton } from './copy'
import { Dialog } from './dialog'

/** Shows secrets once. The dialog cannot be closed until the user confirms that the secrets are stored. */
export function SecretDialog({
  title,
  secrets,
  onClose,
}: {
  title: string
  secrets: [string, string][]
  onClose: () => void
}) {
  const [stored, setStored] = useState(false)
  return (
    <Dialog
      title={title}
      about="This is shown only once. Store it now: it cannot be displayed again."
      onClose={onClose}
      firm
    >
      {secrets.map(([name, value]) => (
        <div key={name} className="field">
          <span className="label">{name}</span>
          <div className="key-list secret">
            <span className="mono">{value}</span>
            <CopyButton text={value} what={name.toLowerCase()} />
          </div>
        </div>
      ))}
      <label className="check">
        <input type="checkbox" checked={stored} onChange={(event) => setStored(event.target.checked)} />I have
        stored it
      </label>
      <div className="actions end">
        <Button look="primary" disabled={!stored} onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  )
}
