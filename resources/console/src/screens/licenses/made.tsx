import type { License } from '../../api/types'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy'

/** The keys of new licenses in a dialog, to copy or download. */
export function Made({ licenses, onClose }: { licenses: License[]; onClose: () => void }) {
  const keys = licenses.map(({ key }) => key).join('\n')
  return (
    <>
      <div className="key-list" tabIndex={0} role="region" aria-label="Keys">
        {licenses.map(({ id, key }) => (
          <div key={id} className="mono">
            {key}
          </div>
        ))}
      </div>
      <div className="actions end">
        <CopyButton text={keys} what="all keys" />
        <a
          className="button"
          href={`data:text/csv,${encodeURIComponent(`key\n${keys}\n`)}`}
          download="licenses.csv"
        >
          Download CSV
        </a>
        <Button look="primary" onClick={onClose} autoFocus>
          Done
        </Button>
      </div>
    </>
  )
}
