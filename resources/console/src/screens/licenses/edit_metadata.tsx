import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { changeLicense } from '../../api/licenses'
import { showLicense } from '../../api/shown_licenses'
import type { FullLicense, Metadata } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Problem } from '../../ui/field'
import { FormDialog } from '../../ui/form_dialog'
import { toast } from '../../ui/toasts'
import { metadataOf, problemOf, rowsOf } from './metadata'

type Props = { orgId: string; license: FullLicense; onClose: () => void }

/**
 * Edits the metadata of a license. A save replaces all metadata, and only if the license still has the revision shown.
 */
export function EditMetadata({ orgId, license, onClose }: Props) {
  const [rows, setRows] = useState(() => [...rowsOf(license.metadata), { name: '', value: '' }])
  const [problem, setProblem] = useState<string>()
  const queryClient = useQueryClient()
  const saved = useWrite(
    (metadata: Metadata, key) =>
      changeLicense({ path: { id: license.id }, body: { metadata }, key, ifMatch: license.revision }),
    {
      done: (answer) => {
        showLicense(queryClient, orgId, license.id, answer.license)
        toast('Saved')
        onClose()
      },
    }
  )
  const set = (at: number, part: Partial<(typeof rows)[number]>) =>
    setRows((all) => all.map((one, index) => (index === at ? { ...one, ...part } : one)))
  return (
    <FormDialog
      title="Edit metadata"
      about="Values are text, or JSON such as 12, true or [1, 2]."
      label="Save"
      look="wide"
      sent={saved}
      onClose={onClose}
      send={() => {
        const found = problemOf(rows)
        setProblem(found)
        if (!found) saved.write(metadataOf(rows))
      }}
    >
      {rows.map(({ name, value }, at) => (
        <div key={at} className="feature">
          <input
            className="input mono"
            aria-label={`Name ${at + 1}`}
            placeholder="Name"
            value={name}
            onChange={(event) => set(at, { name: event.target.value })}
          />
          <input
            className="input mono"
            aria-label={`Value ${at + 1}`}
            placeholder="Value"
            value={value}
            onChange={(event) => set(at, { value: event.target.value })}
          />
          <Button
            look="plain square small"
            icon="x"
            aria-label={`Remove ${name || `line ${at + 1}`}`}
            onClick={() => setRows((all) => all.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Problem text={problem} />
      <span>
        <Button look="small" icon="plus" onClick={() => setRows((all) => [...all, { name: '', value: '' }])}>
          Add field
        </Button>
      </span>
      {saved.refusal?.code === 'CONFLICT' && (
        <p className="small">
          Somebody else changed this license in the meantime. Open this form again and make your change there.
        </p>
      )}
    </FormDialog>
  )
}
