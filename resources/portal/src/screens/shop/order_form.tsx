import { getRouteApi } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { usePortal } from '../../api/portal'
import { canBeSold, claim } from '../../api/shop'
import type { EndUsersOrdersClaimData, PublicListing } from '../../api/types'
import { useWrite } from '../../../../console/src/api/writes'
import { Button } from '../../../../console/src/ui/button'
import { Choice, Field, TextField } from '../../../../console/src/ui/field'
import { Refused } from '../../../../console/src/ui/refused'
import { toast } from '../../../../console/src/ui/toasts'
import { useOnward } from '../../../../console/src/ui/use_onward'
import { useOwnLicenses } from '../licenses/own_licenses'

type Words = EndUsersOrdersClaimData['body']

const STEPS = {
  new: 'Get',
  renewal: 'Renew',
  upgrade: 'Upgrade',
  addon: 'Add',
} satisfies Record<PublicListing['kind'], string>

/** Refusals that only the merchant or the operator can do something about, so their messages say nothing to a buyer. */
const NO_PAYMENT = new Set(['STAGING_BILLING_DISABLED', 'PROCESSOR_NOT_READY'])

/** Orders a listing. If it must be paid at once, the browser then opens the page of the merchant's processor. */
export function OrderForm({ listing }: { listing: PublicListing }) {
  const { kind, price, fulfilment, perCustomer } = listing
  const { name } = usePortal()
  const onward = useOnward()
  const queryClient = useQueryClient()
  const { write, busy, refusal } = useWrite((body: Words, key) => claim({ body, key }), {
    done: ({ order, checkout }) => {
      for (const queryKey of [['orders'], ['licenses'], ['license', order.targetLicenseId]])
        void queryClient.invalidateQueries({ queryKey })
      if (checkout) return location.assign(checkout.url)
      if (order.state === 'fulfilled' && kind === 'new') toast('It’s yours')
      void onward({ to: '/orders/$id', params: { id: order.id } })
    },
  })
  const fields = refusal?.fields ?? {}
  const shown = ['targetLicenseId', 'note', ...(perCustomer === 1 ? [] : ['quantity'])]
  const isPaidHere = price !== null && fulfilment === 'instant'
  return (
    <form
      className="panel form narrow"
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget)
        const text = (name: string) => String(typed.get(name) ?? '').trim()
        write({
          listingId: listing.id,
          ...(kind === 'new' ? { quantity: Number(text('quantity') || 1) } : {}),
          ...(text('license') && { targetLicenseId: text('license') }),
          ...(text('note') && { note: text('note') }),
        })
      }}
    >
      {kind === 'new' ? (
        <Pieces listing={listing} problem={fields.quantity} />
      ) : (
        <Target productId={listing.productId} problem={fields.targetLicenseId} />
      )}
      {fulfilment === 'manual' && (
        <TextField
          label="Note"
          name="note"
          rows={3}
          hint="For the person who processes your order."
          problem={fields.note}
        />
      )}
      {refusal && NO_PAYMENT.has(refusal.code) ? (
        <p className="notice bad" role="alert">
          {name} cannot take payments here at the moment. Nothing was ordered.
        </p>
      ) : (
        <Refused refusal={refusal} shown={shown} />
      )}
      <div className="actions">
        <Button type="submit" look="primary" busy={busy}>
          {isPaidHere ? 'Go to payment' : fulfilment === 'manual' ? 'Order' : STEPS[kind]}
        </Button>
      </div>
    </form>
  )
}

/** The quantity, if an end user may have more than one. */
function Pieces({ listing: { perCustomer }, problem }: { listing: PublicListing; problem?: string }) {
  if (perCustomer === 1) return null
  const most = Math.min(perCustomer ?? 100, 100)
  return (
    <Field
      label="Quantity"
      name="quantity"
      type="number"
      min={1}
      max={most}
      defaultValue={1}
      required
      problem={problem}
    />
  )
}

/** The target: a license of the same product that an order can act on. */
function Target({ productId, problem }: { productId: string; problem?: string }) {
  const { license } = getRouteApi('/inside/shop/$id').useSearch()
  const licenses = useOwnLicenses(license)
  const fitting = (licenses ?? []).filter((one) => one.product.id === productId && canBeSold(one))
  const named = license ?? fitting[0]?.id
  const options = fitting.map(({ id, product, key }) => [id, `${product.name}, ${key}`] as const)
  return (
    <Choice
      key={fitting.length}
      label="License"
      name="license"
      defaultValue={named}
      required
      hint={licenses && fitting.length === 0 ? 'You have no license that this applies to.' : undefined}
      problem={problem}
      // Another license than the one that the user came from is never chosen for them.
      options={fitting.some(({ id }) => id === named) ? options : [['', ''], ...options]}
    />
  )
}
