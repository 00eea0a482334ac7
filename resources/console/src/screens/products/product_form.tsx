import { useQueryClient } from '@tanstack/react-query'
import { changeProduct } from '../../api/products'
import type { PartialPolicy, Product } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { Refused } from '../../ui/refused'
import { toast } from '../../ui/toasts'
import { useDraft } from '../../ui/use_draft'
import { Withdrawal } from '../../ui/while_allowed'
import { PolicyFields } from './policy_fields'
import { policySentence } from './policy_sentence'
import { shownOfPolicy } from './policy_words'

type Values = { name: string; policy: PartialPolicy }

const valuesOf = ({ name, policy }: Product): Values => ({ name, policy })

/** Edits the name and the policy of a product. */
export function ProductForm({
  orgId,
  product,
  mayChange,
}: {
  orgId: string
  product: Product
  mayChange: boolean
}) {
  const { base, values, setValues, saved: stored } = useDraft(product, valuesOf)
  const { name, policy } = values
  const queryClient = useQueryClient()
  const saved = useWrite(
    (body: Values, key) =>
      changeProduct({ path: { productId: product.id }, body, key, ifMatch: base.revision }),
    {
      done: (answer, sent) => {
        stored(answer.product, sent)
        queryClient.setQueryData(['product', product.id], answer)
        void queryClient.invalidateQueries({ queryKey: ['products', orgId] })
        void queryClient.invalidateQueries({ queryKey: ['license'] })
        toast('Saved')
      },
    }
  )
  const problems = saved.refusal?.fields ?? {}
  return (
    <form
      className="form panel"
      aria-label="Policy"
      onSubmit={(event) => {
        event.preventDefault()
        saved.write(values)
      }}
    >
      <fieldset className="form" disabled={!mayChange}>
        <Field
          label="Name"
          value={name}
          onChange={({ target }) => setValues((now) => ({ ...now, name: target.value }))}
          required
          problem={problems.name}
        />
        <PolicyFields
          policy={policy}
          change={(changed) => setValues((now) => ({ ...now, policy: changed }))}
          under={{}}
          empty="Default"
          problems={problems}
          path="policy"
        />
        <p className="notice" aria-live="polite">
          {policySentence(policy)}
        </p>
        {saved.refusal?.code === 'CONFLICT' && (
          <p className="small">
            Somebody else changed this in the meantime. Reload the page and make your change again.
          </p>
        )}
        <Refused refusal={saved.refusal} shown={['name', ...shownOfPolicy('policy', policy)]} />
        <Withdrawal />
        {mayChange && (
          <div className="actions">
            <Button type="submit" look="primary" busy={saved.busy}>
              Save
            </Button>
          </div>
        )}
      </fieldset>
    </form>
  )
}
