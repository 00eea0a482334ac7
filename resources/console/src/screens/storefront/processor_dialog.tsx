import type { Refusal } from '../../api/refusal'
import type { Processor, ProcessorsStoreData } from '../../api/types'
import { Choice, Field } from '../../ui/field'
import { FormDialog } from '../../ui/form_dialog'
import { textOf } from '../../ui/typed'
import { PROVIDERS } from './providers'

export type Connection = ProcessorsStoreData['body']
type Change = { name: string; secret?: string }
type Sent<Words> = { write: (words: Words) => void; busy: boolean; refusal: Refusal | null }
type Props = { onClose: () => void } & (
  { processor?: undefined; sent: Sent<Connection> } | { processor: Processor; sent: Sent<Change> }
)

/** Edits the name and the signing secret of a new or existing processor. */
export function ProcessorDialog({ onClose, ...props }: Props) {
  const { processor, sent } = props
  const problems = sent.refusal?.fields ?? {}
  const send = (typed: FormData) => {
    const name = textOf(typed, 'name') ?? ''
    const secret = textOf(typed, 'secret')
    if (props.processor) props.sent.write({ name, secret })
    else
      props.sent.write({
        provider: typed.get('provider') as Connection['provider'],
        name,
        secret: secret ?? '',
      })
  }
  return (
    <FormDialog
      title={processor ? `Edit ${processor.name}` : 'Connect a payment processor'}
      label={processor ? 'Save' : 'Connect'}
      sent={sent}
      shown={['name', 'secret']}
      onClose={onClose}
      send={send}
    >
      {!processor && <Choice label="Provider" name="provider" options={PROVIDERS} autoFocus />}
      <Field
        label="Name"
        name="name"
        hint="For your team."
        required
        defaultValue={processor?.name}
        autoFocus={processor !== undefined}
        problem={problems.name}
      />
      <Field
        label={processor ? 'New signing secret' : 'Signing secret'}
        name="secret"
        type="password"
        autoComplete="off"
        hint={
          processor
            ? 'Leave empty to keep the current secret. A replaced secret stays valid for 24 hours.'
            : 'The processor signs its webhooks with this secret. It cannot be displayed again.'
        }
        required={!processor}
        problem={problems.secret}
      />
    </FormDialog>
  )
}
