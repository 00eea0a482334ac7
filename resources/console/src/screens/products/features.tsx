import { useQueryClient } from '@tanstack/react-query'
import { changeProduct } from '../../api/products'
import type { FeatureDeclaration, Product } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { toast } from '../../ui/toasts'
import { useDraft } from '../../ui/use_draft'
import { Withdrawal } from '../../ui/while_allowed'
import { confirmed, RefusedChange } from './taken_away'

type Declared = Omit<FeatureDeclaration, 'description'> & { description?: string }
const TYPES = [
  ['boolean', 'On or off'],
  ['integer', 'A number'],
  ['string', 'A text'],
] as const

const featuresOf = ({ features }: Product): Declared[] => features

/** Edits the features that a product declares. Programs ask about them; tiers and licenses hold their values. */
export function FeaturesForm({ product, mayChange }: { product: Product; mayChange: boolean }) {
  const { base, values: features, setValues: setFeatures, saved: stored } = useDraft(product, featuresOf)
  const queryClient = useQueryClient()
  const saved = useWrite(
    (body: { features: Declared[]; confirm?: boolean }, key) =>
      changeProduct({ path: { productId: product.id }, body, key, ifMatch: base.revision }),
    {
      done: (answer, sent) => {
        stored(answer.product, sent.features)
        queryClient.setQueryData(['product', product.id], answer)
        toast('Saved')
      },
    }
  )
  const set = (at: number, part: Partial<Declared>) =>
    setFeatures((all) => all.map((one, index) => (index === at ? { ...one, ...part } : one)))
  return (
    <form
      className="panel"
      aria-label="Features"
      onSubmit={(event) => {
        event.preventDefault()
        saved.write(confirmed({ features }, saved))
      }}
    >
      <h2>Features</h2>
      <p className="small quiet">Flags and values that your program asks for. Tiers and licenses set them.</p>
      <fieldset className="form" disabled={!mayChange}>
        {features.map((one, at) => (
          <div key={at} className="feature">
            <input
              className="input mono"
              aria-label={`Name of feature ${at + 1}`}
              value={one.name}
              required
              onChange={(event) => set(at, { name: event.target.value })}
            />
            <select
              className="input"
              aria-label={`Kind of feature ${at + 1}`}
              value={one.type}
              onChange={(event) => set(at, { type: event.target.value as Declared['type'] })}
            >
              {TYPES.map(([type, name]) => (
                <option key={type} value={type}>
                  {name}
                </option>
              ))}
            </select>
            <Button
              look="plain square small"
              icon="x"
              aria-label={`Remove ${one.name || `feature ${at + 1}`}`}
              onClick={() => setFeatures((all) => all.filter((_, index) => index !== at))}
            />
          </div>
        ))}
        <RefusedChange refusal={saved.refusal} />
        <Withdrawal />
        {mayChange && (
          <div className="actions">
            <Button icon="plus" onClick={() => setFeatures((all) => [...all, { name: '', type: 'boolean' }])}>
              Add a feature
            </Button>
            <Button type="submit" look="primary" busy={saved.busy}>
              Save features
            </Button>
          </div>
        )}
      </fieldset>
    </form>
  )
}
