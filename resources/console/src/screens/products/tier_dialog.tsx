import { useState } from 'react'
import { refuseOvertaken } from '../../api/overtaken'
import { changeTier, createTier, readTier } from '../../api/tiers'
import type {
  FeatureDeclaration,
  Features,
  PartialPolicy,
  Product,
  Tier,
  TiersStoreData,
} from '../../api/types'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Field } from '../../ui/field'
import { changedOf, numberOf, textOf } from '../../ui/typed'
import { declaredOnly } from './declared_features'
import { FeatureFields } from './feature_fields'
import { PolicyFields } from './policy_fields'
import { policySentence } from './policy_sentence'
import { shownOfPolicy } from './policy_words'
import { confirmed, RefusedChange } from './taken_away'
import { channelsIn, channelsOf, keptTerms, TierTerms, termsOf } from './tier_terms'

type Body = TiersStoreData['body'] & { confirm?: boolean }
type Props = { product: Product; tier?: Tier; mayChange: boolean; onClose: () => void; done: () => void }

const SHOWN = ['name', 'code', 'terms', 'updatesDays']

/** What the form sends for a tier in which nothing is changed. */
const bodyOf = (tier: Tier, declared: FeatureDeclaration[]): Body => ({
  name: tier.name,
  code: tier.code,
  features: declaredOnly(declared, tier.features),
  policy: tier.policy,
  terms: keptTerms(tier),
  channels: channelsIn(tier.channels ?? []),
  updatesDays: tier.updatesDays,
})

/**
 * A tier with its terms as the form sends them: if only the answer to a save was lost, the next save finds its own values.
 * The features stay as they are, with those that the form does not show.
 */
const comparable = (tier: Tier) => ({ ...tier, terms: keptTerms(tier) })

/** Sends what differs from the tier that the form began with. A save without a change is done at once. */
async function change(tier: Tier, before: Body, body: Body, key: string) {
  const changed = changedOf(body, before)
  if (Object.keys(changed).length === 0) return
  const path = { tierId: tier.id }
  const { tier: now } = await readTier({ path })
  refuseOvertaken(changed, comparable(tier), comparable(now))
  await changeTier({ path, body: changed, key })
}

/** Creates or changes a tier. A change affects all licenses of the tier at once. */
export function TierDialog({ product, tier, mayChange, onClose, done }: Props) {
  const [policy, setPolicy] = useState<PartialPolicy>(tier?.policy ?? {})
  const [before] = useState(() => tier && bodyOf(tier, product.features))
  const [features, setFeatures] = useState<Features>(before?.features ?? {})
  const sent = useWrite<Body, unknown>(
    (body, key) =>
      tier && before
        ? change(tier, before, body, key)
        : createTier({ path: { productId: product.id }, body, key }),
    { done }
  )
  const problems = sent.refusal?.fields ?? {}
  const inForce = { ...product.policy, ...policy }
  const shown = [
    ...SHOWN,
    ...product.features.map(({ name }) => `features.${name}`),
    ...shownOfPolicy('policy', inForce),
  ]
  return (
    <Dialog title={tier ? tier.name : 'New tier'} look="wide" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          const typed = new FormData(event.currentTarget)
          const body = {
            name: textOf(typed, 'name') ?? '',
            code: textOf(typed, 'code') ?? '',
            features,
            policy,
            terms: termsOf(typed, tier),
            channels: channelsOf(typed),
            updatesDays: numberOf(typed, 'updatesDays') ?? null,
          }
          sent.write(confirmed(body, sent))
        }}
      >
        <fieldset className="form" disabled={!mayChange}>
          <div className="form-row">
            <Field
              label="Name"
              name="name"
              defaultValue={tier?.name}
              required
              autoFocus
              problem={problems.name}
            />
            <Field
              label="Code"
              name="code"
              hint="How programs identify the tier."
              defaultValue={tier?.code}
              required
              problem={problems.code}
            />
          </div>
          <h3>Features</h3>
          <FeatureFields
            declared={product.features}
            features={features}
            change={setFeatures}
            problems={problems}
          />
          <h3>Policy</h3>
          <PolicyFields
            policy={policy}
            change={setPolicy}
            under={product.policy}
            empty="Same as the product"
            problems={problems}
            path="policy"
          />
          <p className="notice">{policySentence(inForce)}</p>
          <h3>Licenses created with this tier</h3>
          <TierTerms tier={tier} problems={problems} />
          <RefusedChange refusal={sent.refusal} shown={shown} />
        </fieldset>
        <div className="actions end">
          <Button onClick={onClose}>{mayChange ? 'Cancel' : 'Close'}</Button>
          {mayChange && (
            <Button type="submit" look="primary" busy={sent.busy}>
              {tier ? 'Save' : 'Create tier'}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
