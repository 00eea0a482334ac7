import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { asPlatformAdmin } from '#start/stacks'

const { AdminUsers } = controllers.accounts
const { AdminOrgs } = controllers.orgs
const { AdminQueues } = controllers.system

/** Routes of platform admins, over all orgs (contract/01-changes#reads-for-a-console). */
router
  .group(() => {
    router.get('/orgs', [AdminOrgs, 'index'])
    router.get('/orgs/:orgId', [AdminOrgs, 'show'])
    router.patch('/orgs/:orgId', [AdminOrgs, 'update'])
    router.get('/users', [AdminUsers, 'index'])
    router.patch('/users/:userId', [AdminUsers, 'update'])
    router.get('/queues', [AdminQueues, 'index'])
  })
  .prefix('/v1/admin')
  .use(asPlatformAdmin())
