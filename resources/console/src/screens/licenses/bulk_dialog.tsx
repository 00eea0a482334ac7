import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { bulkChanges, operationSteps, type BulkKind } from '../../api/operations'
import { useOperation } from '../../api/use_operation'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Field } from '../../ui/field'
import { Refused } from '../../ui/refused'
import { counted, shown } from '../../ui/time'
import { isFinal } from '../operations/names'
import { Progress } from '../operations/progress'
import { KINDS } from './bulk_kinds'
import type { Target } from './use_choice'

type Props = {
  orgId: string
  kind: BulkKind
  target: Target
  count: number
  onClose: () => void
  onStarted: () => void
}

/** The dialog for a bulk change. A dry run first counts its effects, then the user applies exactly that dry run. */
export function BulkDialog({ orgId, kind, target, count, onClose, onStarted }: Props) {
  const { label } = KINDS[kind]
  const queryClient = useQueryClient()
  const [checkId, setCheckId] = useState<string | null>(null)
  const [runId, setRunId] = useState<string | null>(null)
  const check = useOperation(orgId, checkId)
  const run = useOperation(orgId, runId)
  const checked = useWrite(
    (words: { reason?: string; days?: number }, key) => {
      const { days = 0, reason } = words
      const body = { ...target, reason, dryRun: true }
      if (kind === 'extend') return bulkChanges.extend({ path: { orgId }, body: { ...body, days }, key })
      return bulkChanges[kind]({ path: { orgId }, body, key })
    },
    { done: ({ operation }) => setCheckId(operation.id) }
  )
  const applied = useWrite(
    (operationId: string, key) => operationSteps.apply({ path: { orgId, operationId }, key }),
    {
      done: ({ operation }) => {
        setRunId(operation.id)
        void queryClient.invalidateQueries({ queryKey: ['operations', orgId] })
        onStarted()
      },
    }
  )
  const would = check?.status === 'completed' ? check.progress.succeeded : null
  // A check that failed or was cancelled has seen only a part of the licenses, so it has to be run again.
  const isFixed = checkId !== null && !(check && isFinal(check.status) && would === null)
  if (runId)
    return (
      <Dialog title={`${label} licenses`} onClose={onClose}>
        {run ? <Progress orgId={orgId} operation={run} /> : <p role="status">Starting</p>}
        <div className="actions end">
          <Button onClick={onClose} autoFocus>
            {run && isFinal(run.status) ? 'Close' : 'Continue in the background'}
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog
      title={`${label} ${counted(count, 'license')}`}
      about="A dry run shows the count first. Nothing changes until you confirm."
      onClose={onClose}
    >
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          if (isFixed) return
          const typed = new FormData(event.currentTarget)
          const reason = String(typed.get('reason') ?? '').trim()
          const days = typed.get('days')
          checked.write({ reason: reason || undefined, ...(days !== null && { days: Number(days) }) })
        }}
      >
        {kind === 'extend' && (
          <Field
            label="Days"
            name="days"
            type="number"
            min={1}
            defaultValue={30}
            required
            autoFocus
            readOnly={isFixed}
            problem={checked.refusal?.fields.days}
          />
        )}
        <Field
          label="Reason"
          name="reason"
          hint="Shown in the timeline of each license."
          autoFocus={kind !== 'extend'}
          readOnly={isFixed}
          problem={checked.refusal?.fields.reason}
        />
        {check && <Progress orgId={orgId} operation={check} plain />}
        <Refused refusal={checked.refusal ?? applied.refusal} shown={['days', 'reason']} />
        {would === null ? (
          <div className="actions end">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" look="primary" busy={checked.busy || isFixed}>
              Run check
            </Button>
          </div>
        ) : (
          <Confirm
            kind={kind}
            would={would}
            busy={applied.busy}
            onClose={onClose}
            onBack={() => {
              setCheckId(null)
              applied.reset()
            }}
            go={() => applied.write(checkId!)}
          />
        )}
      </form>
    </Dialog>
  )
}

type ConfirmProps = {
  kind: BulkKind
  would: number
  busy: boolean
  onClose: () => void
  onBack: () => void
  go: () => void
}

function Confirm({ kind, would, busy, onBack, onClose, go }: ConfirmProps) {
  const [typed, setTyped] = useState('')
  const { label } = KINDS[kind]
  const deletes = kind === 'delete'
  return (
    <>
      {deletes && would > 0 && (
        <Field
          label={`Type ${would}`}
          hint="Deleted licenses cannot be restored."
          inputMode="numeric"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoFocus
        />
      )}
      <div className="actions end">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="plain" onClick={onBack}>
          Change
        </Button>
        <Button
          look={deletes || kind === 'revoke' ? 'danger' : 'primary'}
          busy={busy}
          disabled={would === 0 || (deletes && typed !== String(would))}
          onClick={go}
          autoFocus={!deletes}
        >
          {would === 0 ? 'Nothing to do' : `${label} ${shown(would)}`}
        </Button>
      </div>
    </>
  )
}
