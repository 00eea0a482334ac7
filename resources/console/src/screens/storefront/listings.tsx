import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useOrg } from '../../api/me'
import { archiveListing, listListings, publishListing, unpublishListing } from '../../api/storefront'
import type { Listing } from '../../api/types'
import { usePages } from '../../api/use_pages'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { Empty, Loaded } from '../../ui/states'
import { Table } from '../../ui/table'
import { toastRefusal } from '../../ui/toasts'
import { NoProducts } from '../licenses/no_products'
import { useProducts } from '../licenses/use_licenses'
import { StorefrontFrame } from './frame'
import { ListingDialog } from './listing_dialog'
import { kindName } from './listing_words'
import { moneyOf } from './money'

type Asked = { what: 'change' | 'archive'; listing: Listing } | { what: 'new' }

/** Lists the listings of an org. */
export function Listings() {
  const { org: orgId } = useParams({ from: '/inside/$org' })
  const mayChange = useOrg(orgId).may('ADMIN')
  const { products, areKnown, names } = useProducts(orgId)
  const [asked, setAsked] = useState<Asked | null>(null)
  const queryClient = useQueryClient()
  const list = usePages(['listings', orgId], (query, signal) =>
    listListings({ path: { orgId }, query, signal })
  )
  const close = () => setAsked(null)
  const changed = () => {
    close()
    void queryClient.invalidateQueries({ queryKey: ['listings', orgId] })
  }
  const shown = useWrite(
    ({ listingId, published }: { listingId: string; published: boolean }, key) =>
      (published ? publishListing : unpublishListing)({ path: { orgId, listingId }, key }),
    { done: changed, failed: toastRefusal }
  )
  const archived = useWrite((listingId: string, key) => archiveListing({ path: { orgId, listingId }, key }), {
    done: changed,
  })
  const actions = (listing: Listing) => (
    <span key="a" className="actions">
      <Button
        look="small"
        aria-label={`${listing.published ? 'Hide' : 'Publish'} ${listing.name}`}
        busy={shown.busy && shown.words?.listingId === listing.id}
        onClick={() => shown.write({ listingId: listing.id, published: !listing.published })}
      >
        {listing.published ? 'Hide' : 'Publish'}
      </Button>
      <Button
        look="plain square small"
        icon="trash"
        aria-label={`Archive ${listing.name}`}
        onClick={() => setAsked({ what: 'archive', listing })}
      />
    </span>
  )
  return (
    <StorefrontFrame orgId={orgId}>
      {mayChange && (
        <div className="actions">
          <Button
            look="primary"
            icon="plus"
            disabled={products.length === 0}
            onClick={() => setAsked({ what: 'new' })}
          >
            New listing
          </Button>
        </div>
      )}
      {mayChange && areKnown && products.length === 0 && <NoProducts orgId={orgId} of="listing" />}
      <Loaded query={list}>
        {({ pages }) => {
          const listings = pages.flatMap((page) => page.listings)
          if (listings.length === 0)
            return (
              <Empty title="No listings yet">
                A listing offers a license, renewal, upgrade or add-on for sale.
              </Empty>
            )
          return (
            <Table
              label="Listings"
              list={list}
              heads={['Name', 'Product', 'Type', 'Price', 'Sold', 'Status', ...(mayChange ? [''] : [])]}
              rows={listings.map((listing) => ({
                id: listing.id,
                cells: [
                  mayChange ? (
                    <Button key="n" look="plain small" onClick={() => setAsked({ what: 'change', listing })}>
                      {listing.name}
                    </Button>
                  ) : (
                    listing.name
                  ),
                  names.get(listing.productId),
                  kindName(listing.kind),
                  moneyOf(listing.price?.amount ?? null, listing.price?.currency ?? null),
                  listing.stock === null ? listing.taken : `${listing.taken} of ${listing.stock}`,
                  <span key="s" className={listing.published ? 'pill ok only-text' : 'pill only-text'}>
                    {listing.published ? 'Published' : 'Hidden'}
                  </span>,
                  ...(mayChange ? [actions(listing)] : []),
                ],
              }))}
            />
          )
        }}
      </Loaded>
      {(asked?.what === 'new' || asked?.what === 'change') && (
        <ListingDialog
          orgId={orgId}
          products={products}
          listing={asked.what === 'change' ? asked.listing : undefined}
          onClose={close}
          done={changed}
        />
      )}
      {asked?.what === 'archive' && (
        <Confirm
          title={`Archive ${asked.listing.name}`}
          about="Archiving is permanent. Existing orders are not affected."
          label="Archive"
          sent={archived}
          onClose={close}
          go={() => archived.write(asked.listing.id)}
        />
      )}
    </StorefrontFrame>
  )
}
