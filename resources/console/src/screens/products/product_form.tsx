import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { changeProduct } from '../../api/products'
import type { PartialPolicy, Product } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { Refused } from '../../ui/refused'
import { toast } from '../../ui/toasts'
import { PolicyFields } from './policy_fields'
import { policySentence } from './policy_sentence'

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
  const [policy, setPolicy] = useState<PartialPolicy>(product.policy)
  const [name, setName] = useState(product.name)
  const queryClient = useQueryClient()
  const saved = useWrite(
    (body: { name: string; policy: PartialPolicy }, key) =>
      changeProduct({ path: { productId: product.id }, body, key, ifMatch: product.revision }),
    {
      done: (answer) => {
        queryClient.setQueryData(['product', product.id], answer)
        void queryClient.invalidateQueries({ queryKey: ['products', orgId] })
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
        saved.write({ name, policy })
      }}
    >
      <fieldset className="form" disabled={!mayChange}>
        <Field
          label="Name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          required
          problem={problems.name}
        />
        <PolicyFields
          policy={policy}
          change={setPolicy}
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
        <Refused refusal={saved.refusal} shown={['name', 'policy']} />
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
