export { Team } from './team'
export { Audit } from './audit'
