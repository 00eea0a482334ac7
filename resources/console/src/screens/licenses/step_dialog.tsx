import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { readLicense } from '../../api/licenses'
import { lookAgain } from '../../api/look_again'
import { randomKey } from '../../api/random'
import { asRefusal } from '../../api/refusal'
import { showLicense } from '../../api/shown_licenses'
import type { FullLicense } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Field } from '../../ui/field'
import { Refused } from '../../ui/refused'
import { toast, toastRefusal } from '../../ui/toasts'
import { mayHaveUndo, undoOf, type StepName } from './step_rules'
import { STEPS, type Words } from './steps'

type Props = {
  orgId: string
  step: StepName
  /** Rows of lists have no revision. */
  license: Pick<FullLicense, 'id' | 'key' | 'status'> & { revision?: number }
  onClose: () => void
  onDeleted?: () => void
}

/** Returns the license as it is shown now. A row of a list is read, because it may show the license of some time ago. */
async function withRevision({ id, status, revision }: Props['license']) {
  return revision === undefined ? (await readLicense({ path: { id } })).license : { status, revision }
}

/**
 * The dialog for one action on one license, with its reason. Afterwards it offers to undo the action where that is
 * possible.
 */
export function StepDialog({ orgId, step, license, onClose, onDeleted }: Props) {
  const { label, about, done, send } = STEPS[step]
  const [typed, setTyped] = useState('')
  const queryClient = useQueryClient()
  const show = (answer: { license: FullLicense } | null) =>
    showLicense(queryClient, orgId, license.id, answer && answer.license)
  const takeBack = async (back: StepName, { revision }: FullLicense) => {
    try {
      show(await STEPS[back].send({ id: license.id, words: {}, key: randomKey(), revision }))
      toast(STEPS[back].done)
    } catch (error) {
      toastRefusal(asRefusal(error))
      lookAgain(queryClient, error)
    }
  }
  const taken = useWrite(
    async (words: Words, key) => {
      const { id } = license
      const before = mayHaveUndo(step) ? await withRevision(license) : null
      const answer = await send({ id, words, key, revision: before?.revision })
      return { answer, undo: before && answer ? undoOf(step, before, answer.license) : undefined }
    },
    {
      done: ({ answer, undo }) => {
        onClose()
        if (step === 'delete') onDeleted?.()
        show(answer)
        const run = () => answer && undo && void takeBack(undo, answer.license)
        toast(done, undo && { action: { label: 'Undo', run } })
      },
    }
  )
  const deletes = step === 'delete'
  return (
    <Dialog title={`${label} license`} about={about} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          const words = new FormData(event.currentTarget)
          const days = words.get('days')
          const reason = String(words.get('reason') ?? '').trim()
          taken.write({ reason: reason || undefined, days: days === null ? undefined : Number(days) })
        }}
      >
        <p className="mono">{license.key}</p>
        {step === 'extend' && (
          <Field
            label="Days"
            name="days"
            type="number"
            min={1}
            defaultValue={30}
            required
            autoFocus
            problem={taken.refusal?.fields.extendDays}
          />
        )}
        {deletes ? (
          <Field
            label="Type the key"
            hint="To confirm that this is the right license."
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoFocus
          />
        ) : (
          <Field
            label="Reason"
            name="reason"
            hint="Shown in the timeline."
            autoFocus={step !== 'extend'}
            problem={taken.refusal?.fields.reason}
          />
        )}
        <Refused refusal={taken.refusal} shown={['extendDays', 'reason']} />
        <div className="actions end">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look={deletes || step === 'revoke' ? 'danger' : 'primary'}
            busy={taken.busy}
            disabled={deletes && typed !== license.key}
          >
            {label}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
