export { Licenses } from './licenses'
export { License } from './license'
export { Redeem } from './redeem'
