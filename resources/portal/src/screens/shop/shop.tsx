import { getRouteApi, Link } from '@tanstack/react-router'
import { offersFor, useHasOrdered, useShop } from '../../api/shop'
import type { PublicListing, Shop } from '../../api/types'
import { moneyOf } from '../../../../console/src/screens/storefront/money'
import { Empty, Loaded, Waiting } from '../../../../console/src/ui/states'
import { useOwnLicenses } from '../licenses/own_licenses'
import { Page } from '../../ui/page'
import { offerNotes } from './offer_notes'

const route = getRouteApi('/inside/shop')

/** Lists the merchant's listings, or only those that act on one license. */
export function ShopPage() {
  const query = useShop()
  return (
    <Loaded query={query} rows={3}>
      {(shop) =>
        shop ? (
          <Offers shop={shop} />
        ) : (
          <Page title="Shop">
            <Empty title="The shop is empty" />
          </Page>
        )
      }
    </Loaded>
  )
}

function Offers({ shop }: { shop: Shop }) {
  const { license } = route.useSearch()
  const ordered = useHasOrdered()
  const licenses = useOwnLicenses(license)
  const target = licenses?.find(({ id }) => id === license)
  const listings = target ? offersFor(shop, target.product.id) : shop.listings
  return (
    <Page
      title={shop.storefront.name}
      head={
        ordered && (
          <Link to="/orders" className="button">
            Your orders
          </Link>
        )
      }
    >
      {shop.storefront.description && <p className="quiet words">{shop.storefront.description}</p>}
      {target && (
        <p>
          For {target.product.name}, <span className="mono whole">{target.key}</span>.{' '}
          <Link to="/shop" search={{}}>
            Show everything
          </Link>
        </p>
      )}
      {license && !licenses ? (
        <Waiting rows={3} />
      ) : listings.length === 0 ? (
        <Empty title="The shop is empty" />
      ) : (
        <ul className="cards">
          {listings.map((listing) => (
            <li key={listing.id}>
              <Offer listing={listing} license={target?.id} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}

function Offer({ listing, license }: { listing: PublicListing; license?: string }) {
  const { id, name, description, price } = listing
  return (
    <Link to="/shop/$id" params={{ id }} search={{ license }} className="card">
      <span className="card-head">
        <b>{name}</b>
        <span className="price">{moneyOf(price?.amount ?? null, price?.currency ?? null)}</span>
      </span>
      {description && <span className="first-lines">{description}</span>}
      <span className="small quiet">{offerNotes(listing)}</span>
    </Link>
  )
}
