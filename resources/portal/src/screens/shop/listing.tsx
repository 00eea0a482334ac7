import { getRouteApi, Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { Refusal } from '../../../../console/src/api/refusal'
import { route as apiRoute } from '../../api/route'
import { useShop } from '../../api/shop'
import type { PublicListing, ShopsListingData, ShopsListingResponses } from '../../api/types'
import { moneyOf } from '../../../../console/src/screens/storefront/money'
import { Empty, Loaded } from '../../../../console/src/ui/states'
import { Page } from '../../ui/page'
import { offerNotes } from './offer_notes'
import { OrderForm } from './order_form'

const route = getRouteApi('/inside/shop/$id')

const readListing = apiRoute<ShopsListingData, ShopsListingResponses>(
  'GET',
  '/v1/storefront/{storefrontId}/listings/{listingId}'
)

/** The page of one listing, with the form to order it. */
export function ListingPage() {
  const { id } = route.useParams()
  const query = useShop()
  return (
    <>
      <Link to="/shop" search={{}} className="small back">
        Shop
      </Link>
      <Loaded query={query}>
        {(shop) => {
          const listing = shop?.listings.find((one) => one.id === id)
          if (listing || !shop) return <Offer listing={listing} />
          return <OtherOffer storefrontId={shop.storefront.id} listingId={id} />
        }}
      </Loaded>
    </>
  )
}

/** Reads a listing that is not among the first ones of the shop. */
function OtherOffer(path: ShopsListingData['path']) {
  const query = useQuery({
    queryKey: ['listing', path],
    queryFn: ({ signal }) => readListing({ path, signal }).catch(noneIfGone),
  })
  return <Loaded query={query}>{(found) => <Offer listing={found?.listing} />}</Loaded>
}

/** Returns null if the listing is no longer published. */
function noneIfGone(error: unknown): null {
  if (error instanceof Refusal && error.code === 'LISTING_NOT_FOUND') return null
  throw error
}

function Offer({ listing }: { listing: PublicListing | undefined }) {
  if (!listing) return <Empty title="This offer is no longer available" />
  const { name, description, price } = listing
  return (
    <Page title={name}>
      <p className="states">
        <b className="price">{moneyOf(price?.amount ?? null, price?.currency ?? null)}</b>
        <span className="small quiet">{offerNotes(listing)}</span>
      </p>
      {description && <p className="words">{description}</p>}
      <OrderForm listing={listing} />
    </Page>
  )
}
