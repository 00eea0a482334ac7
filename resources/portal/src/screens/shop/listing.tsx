import { getRouteApi, Link } from '@tanstack/react-router'
import { useShop } from '../../api/shop'
import { moneyOf } from '../../../../console/src/screens/storefront/money'
import { Empty, Loaded } from '../../../../console/src/ui/states'
import { Page } from '../../ui/page'
import { offerNotes } from './offer_notes'
import { OrderForm } from './order_form'

const route = getRouteApi('/inside/shop/$id')

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
        }}
      </Loaded>
    </>
  )
}
