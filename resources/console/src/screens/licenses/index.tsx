export { Licenses } from './licenses'
export { License } from './license'
