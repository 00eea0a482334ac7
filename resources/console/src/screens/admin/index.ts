export { AdminOrgs } from './orgs'
export { AdminUsers } from './users'
export { AdminQueues } from './queues'
