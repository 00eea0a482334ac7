export { ListingPage } from './listing'
export { OrderPage } from './order'
export { Orders } from './orders'
export { ShopPage } from './shop'
