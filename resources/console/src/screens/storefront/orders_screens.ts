export { Orders } from './orders'
export { OrderPage } from './order'
