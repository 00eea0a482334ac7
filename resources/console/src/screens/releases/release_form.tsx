import { Fragment } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { changeRelease } from '../../api/releases'
import type { ProductReleasesUpdateData, Release } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Choice, Field, TextField } from '../../ui/field'
import { Refused } from '../../ui/refused'
import { toast } from '../../ui/toasts'
import { useFields } from '../../ui/use_fields'
import { linesOf, numberOf, textOrNull } from '../../ui/typed'
import { Withdrawal } from '../../ui/while_allowed'
import { CHANNELS, type Channel } from './channels'

type Body = NonNullable<ProductReleasesUpdateData['body']>
const SHOWN = ['version', 'channel', 'name', 'notes', 'requires', 'rolloutPercent']

/** Edits the data of a release and who is offered it. Version and channel are fixed once the release is published. */
export function ReleaseForm({ release, mayChange }: { release: Release; mayChange: boolean }) {
  const { id, productId } = release
  const isDraft = release.status === 'draft'
  const fields = useFields(release.updatedAt)
  const queryClient = useQueryClient()
  const saved = useWrite(
    (body: Body, key) => changeRelease({ path: { productId, releaseId: id }, body, key }),
    {
      failed: fields.refused,
      done: (answer) => {
        fields.done()
        queryClient.setQueryData(['release', id], answer)
        void queryClient.invalidateQueries({ queryKey: ['releases', productId] })
        toast('Saved')
      },
    }
  )
  const problems = saved.refusal?.fields ?? {}
  return (
    <form
      className="panel"
      aria-label="Release"
      {...fields.form}
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget)
        fields.sent()
        saved.write({
          ...(isDraft && {
            version: String(typed.get('version')).trim(),
            channel: typed.get('channel') as Channel,
          }),
          name: textOrNull(typed, 'name'),
          notes: textOrNull(typed, 'notes'),
          requires: linesOf(typed, 'requires'),
          rolloutPercent: numberOf(typed, 'rolloutPercent'),
        })
      }}
    >
      <fieldset className="form" disabled={!mayChange}>
        <h2>Details</h2>
        <Fragment key={fields.key}>
          <div className="form-row">
            <Field
              label="Version"
              name="version"
              defaultValue={release.version}
              disabled={!isDraft}
              problem={problems.version}
            />
            <Choice
              label="Channel"
              name="channel"
              defaultValue={release.channel}
              disabled={!isDraft}
              options={CHANNELS.map((one) => [one, one] as const)}
              problem={problems.channel}
            />
            <Field label="Name" name="name" defaultValue={release.name ?? ''} problem={problems.name} />
            <Field
              label="Rollout, % of installations"
              name="rolloutPercent"
              type="number"
              min={0}
              max={100}
              required
              defaultValue={release.rolloutPercent}
              problem={problems.rolloutPercent}
            />
          </div>
          <TextField
            label="Notes"
            name="notes"
            hint="Markdown, shown to users who update."
            rows={6}
            defaultValue={release.notes ?? ''}
            problem={problems.notes}
          />
          <TextField
            label="Required license features, one per line"
            name="requires"
            rows={2}
            spellCheck={false}
            defaultValue={release.requires.join('\n')}
            problem={problems.requires}
          />
        </Fragment>
        <Refused refusal={saved.refusal} shown={SHOWN} />
        <Withdrawal />
        {mayChange && (
          <div className="actions">
            <Button type="submit" busy={saved.busy}>
              Save
            </Button>
          </div>
        )}
      </fieldset>
    </form>
  )
}
