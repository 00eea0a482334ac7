import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readEndUser } from '../../api/end_users'
import { listLicenses } from '../../api/licenses'
import { recordSale } from '../../api/orders'
import { forgetLicenses } from '../../api/org_stream'
import { listListings } from '../../api/storefront'
import type { Listing, OrdersStoreData } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Choice, Field } from '../../ui/field'
import { FormDialog } from '../../ui/form_dialog'
import { FoundChoice, useFound } from '../../ui/found_choice'
import { Loaded } from '../../ui/states'
import { numberOf, textOf, textOrNull } from '../../ui/typed'
import { useOnward } from '../../ui/use_onward'
import { personName } from '../end_users/person'
import { kindName } from './listing_words'

type Body = OrdersStoreData['body']
const FIELDS = ['listingId', 'endUserId', 'email', 'targetLicenseId', 'quantity', 'reference']
const MOST_LISTINGS = 200

type Props = {
  orgId: string
  /** The end user who bought it, if known. */ personId?: string
  onClose: () => void
}

/** Records a sale that was made elsewhere. It becomes an order, and the end user gets the listing. */
export function SaleDialog({ orgId, personId, onClose }: Props) {
  const [chosen, setChosen] = useState<string | null>(null)
  const onward = useOnward()
  const queryClient = useQueryClient()
  const listings = useQuery({
    queryKey: ['listings', orgId, 'all'],
    queryFn: ({ signal }) => listListings({ path: { orgId }, query: { limit: MOST_LISTINGS }, signal }),
  })
  const sold = useWrite((body: Body, key) => recordSale({ path: { orgId }, body, key }), {
    done: ({ order }) => {
      void queryClient.invalidateQueries({ queryKey: ['orders', orgId] })
      forgetLicenses(queryClient, orgId)
      void onward({ to: '/$org/storefront/orders/$id', params: { org: orgId, id: order.id } })
    },
  })
  const problems = sold.refusal?.fields ?? {}
  const all = listings.data?.listings
  const listing = all?.find(({ id }) => id === chosen) ?? all?.[0]
  return (
    <FormDialog
      title="Record a sale"
      about="For a sale made outside the shop. It is fulfilled immediately, unless the listing is fulfilled manually."
      label="Record sale"
      sent={sold}
      disabled={!listing}
      shown={FIELDS}
      onClose={onClose}
      send={(typed) =>
        sold.write({
          listingId: listing?.id ?? '',
          ...(personId ? { endUserId: personId } : { email: textOf(typed, 'email') }),
          targetLicenseId: textOf(typed, 'target'),
          quantity: numberOf(typed, 'quantity'),
          reference: textOrNull(typed, 'reference'),
        })
      }
    >
      <Loaded query={listings} rows={2}>
        {(known) => known.listings.length === 0 && <p>Create a listing first.</p>}
      </Loaded>
      {all && listing && (
        <>
          <Choice
            label="Listing"
            value={listing.id}
            options={all.map(
              ({ id, name, kind }) => [id, `${name} (${kindName(kind).toLowerCase()})`] as const
            )}
            onChange={(event) => setChosen(event.target.value)}
            problem={problems.listingId}
          />
          {personId ? (
            <Person orgId={orgId} id={personId} />
          ) : (
            <Field
              label="Email of the end user"
              name="email"
              type="email"
              hint="Added as an end user if new."
              required
              problem={problems.email}
            />
          )}
          {listing.kind === 'new' ? (
            <Field
              label="Quantity"
              name="quantity"
              type="number"
              min={1}
              max={100}
              defaultValue={1}
              problem={problems.quantity}
            />
          ) : (
            <Target
              key={listing.productId}
              orgId={orgId}
              listing={listing}
              problem={problems.targetLicenseId}
            />
          )}
          <Field
            label="External reference"
            name="reference"
            placeholder="Invoice 4711"
            problem={problems.reference}
          />
        </>
      )}
    </FormDialog>
  )
}

function Person({ orgId, id }: { orgId: string; id: string }) {
  const { data } = useQuery({
    queryKey: ['end user', id],
    queryFn: ({ signal }) => readEndUser({ path: { orgId, endUserId: id }, signal }),
  })
  return <p>To {data ? personName(data.endUser) : '…'}</p>
}

/** The target: the license that a renewal, an upgrade or an addon acts on. */
function Target({ orgId, listing, problem }: { orgId: string; listing: Listing; problem?: string }) {
  const { productId } = listing
  const found = useFound(['licenses', orgId, 'to sell for', productId], async (search, signal) => {
    const query = { productId, search, pageSize: 20 }
    const { licenses } = await listLicenses({ path: { orgId }, query, signal })
    return licenses.map(({ id, key }) => [id, key] as const)
  })
  return (
    <FoundChoice
      found={found}
      label="Find the license"
      hint="Search by a part of its key."
      choice="License"
      name="target"
      none="No matching license of this product."
      maxLength={128}
      problem={problem}
    />
  )
}
