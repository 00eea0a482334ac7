import { duplicateTier } from '../../api/tiers'
import type { Tier } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Field } from '../../ui/field'
import { FormDialog } from '../../ui/form_dialog'
import { textOf } from '../../ui/typed'

type Props = { tier: Tier; onClose: () => void; done: () => void }

/** Duplicates a tier. The copy can be changed while existing licenses stay on the original. */
export function DuplicateDialog({ tier, onClose, done }: Props) {
  const made = useWrite(
    (body: { code: string; name?: string }, key) => duplicateTier({ path: { tierId: tier.id }, body, key }),
    { done }
  )
  const problems = made.refusal?.fields ?? {}
  return (
    <FormDialog
      title={`Duplicate ${tier.name}`}
      about="Existing licenses stay on the original tier."
      label="Duplicate"
      sent={made}
      shown={['code', 'name']}
      onClose={onClose}
      send={(typed) => made.write({ code: textOf(typed, 'code') ?? '', name: textOf(typed, 'name') })}
    >
      <Field label="Name" name="name" defaultValue={`${tier.name} 2`} autoFocus problem={problems.name} />
      <Field label="Code" name="code" defaultValue={`${tier.code}-2`} required problem={problems.code} />
    </FormDialog>
  )
}
