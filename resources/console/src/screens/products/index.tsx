export { Products } from './products'
export { ProductPage } from './product'
