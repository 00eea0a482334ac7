import { useState } from 'react'
import { refuseOvertaken } from '../../api/overtaken'
import { changeListing, createListing, readListing } from '../../api/storefront'
import type { Listing, PartialPolicy, Product } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Choice, Field, TextField } from '../../ui/field'
import { FormDialog } from '../../ui/form_dialog'
import { PolicyFields } from '../products/policy_fields'
import { shownOfPolicy } from '../products/policy_words'
import { KindFields, SubscriptionFields } from './kind_fields'
import { changeOf, KINDS, LISTING_FIELDS, listingOf, type Kind, type NewListing } from './listing_words'
import { typedAmount } from './money'

type Props = {
  orgId: string
  products: Product[]
  listing?: Listing
  onClose: () => void
  done: () => void
}

/** Sends what differs from the listing that the form began with. A save without a change is done at once. */
async function change(orgId: string, listing: Listing, body: Partial<NewListing>, key: string) {
  const changed = changeOf(body, listing)
  if (Object.keys(changed).length === 0) return
  const path = { orgId, listingId: listing.id }
  const { listing: now } = await readListing({ path })
  refuseOvertaken(changed, listing, now)
  await changeListing({ path, body: changed, key })
}

/** Creates or changes a listing. Kind and product cannot change after creation. */
export function ListingDialog({ orgId, products, listing, onClose, done }: Props) {
  const [kind, setKind] = useState<Kind>(listing?.kind ?? 'new')
  const [productId, setProduct] = useState(listing?.productId ?? products[0].id)
  const [policy, setPolicy] = useState<PartialPolicy>(listing?.policyOverride ?? {})
  const sent = useWrite<NewListing, unknown>(
    ({ productId: forProduct, kind: ofKind, ...body }, key) =>
      listing
        ? change(orgId, listing, body, key)
        : createListing({ path: { orgId }, body: { ...body, productId: forProduct, kind: ofKind }, key }),
    { done }
  )
  const problems = sent.refusal?.fields ?? {}
  const hasPolicy = kind === 'new'
  const under = products.find(({ id }) => id === productId)?.policy ?? {}
  const shown = hasPolicy ? shownOfPolicy('policyOverride', { ...under, ...policy }) : []
  return (
    <FormDialog
      title={listing ? listing.name : 'New listing'}
      label={listing ? 'Save' : 'Create listing'}
      look="wide"
      sent={sent}
      shown={[...LISTING_FIELDS, ...shown]}
      onClose={onClose}
      send={(typed) =>
        sent.write({
          ...listingOf(typed, kind, listing),
          ...(hasPolicy && { policyOverride: Object.keys(policy).length > 0 ? policy : null }),
          productId,
          kind,
        })
      }
    >
      <Field
        label="Name"
        name="name"
        defaultValue={listing?.name}
        required
        autoFocus
        problem={problems.name}
      />
      <div className="form-row">
        <Choice
          label="Product"
          value={productId}
          disabled={listing !== undefined}
          options={products.map(({ id, name }) => [id, name] as const)}
          onChange={(event) => setProduct(event.target.value)}
        />
        <Choice
          label="Type"
          value={kind}
          disabled={listing !== undefined}
          options={KINDS}
          onChange={(event) => setKind(event.target.value as Kind)}
        />
        <Field
          label="Price"
          name="amount"
          type="number"
          min={0}
          step="any"
          placeholder="Free"
          defaultValue={listing?.price ? typedAmount(listing.price.amount, listing.price.currency) : ''}
          problem={problems['price.amount'] ?? problems.price}
        />
        <Field
          label="Currency"
          name="currency"
          placeholder="EUR"
          maxLength={3}
          defaultValue={listing?.price?.currency ?? ''}
          problem={problems['price.currency']}
        />
        <Choice
          label="Fulfilment"
          name="fulfilment"
          defaultValue={listing?.fulfilment ?? 'instant'}
          options={[
            ['instant', 'Automatic'],
            ['manual', 'Manual, by your team'],
          ]}
        />
        <KindFields kind={kind} productId={productId} listing={listing} problems={problems} />
        <Field
          label="Limit per end user"
          name="perCustomer"
          type="number"
          min={1}
          placeholder="Unlimited"
          defaultValue={listing?.perCustomer ?? ''}
          problem={problems.perCustomer}
        />
        <Field
          label="Stock"
          name="stock"
          type="number"
          min={0}
          placeholder="Unlimited"
          defaultValue={listing?.stock ?? ''}
          problem={problems.stock}
        />
      </div>
      <TextField
        label="Description"
        name="description"
        rows={3}
        defaultValue={listing?.description ?? ''}
        problem={problems.description}
      />
      <Field
        label="Checkout URL"
        name="checkoutUrl"
        type="url"
        hint="The checkout page of your payment processor. End users can pay in the portal only if the operator has set BILLING_ENABLED."
        defaultValue={listing?.checkoutUrl ?? ''}
        problem={problems.checkoutUrl}
      />
      <TextField
        label="Processor price ids"
        name="refs"
        hint="One per line: the id of the processor in Latchkey, a space, and the price id at the processor."
        rows={2}
        spellCheck={false}
        defaultValue={listing?.providerRefs.map(({ processorId, ref }) => `${processorId} ${ref}`).join('\n')}
        problem={problems.providerRefs}
      />
      {(kind === 'new' || kind === 'renewal') && <SubscriptionFields listing={listing} problems={problems} />}
      {hasPolicy && (
        <>
          <h3>License policy</h3>
          <PolicyFields
            policy={policy}
            change={setPolicy}
            under={under}
            empty="Same as the product"
            problems={problems}
            path="policyOverride"
          />
        </>
      )}
    </FormDialog>
  )
}
