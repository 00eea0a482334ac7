import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { asEndUser } from '#start/stacks'

const { OwnEmails, OwnPasswords, OwnProfile, OwnSessions } = controllers.endUsers

/** Routes of an end user's own account (contract/09-end-users#94-the-end-user-himself-eu). */
router
  .group(() => {
    router.patch('/', [OwnProfile, 'update']).use(asEndUser())
    router.post('/email', [OwnEmails, 'store']).use(asEndUser())
    router.post('/email/confirm', [OwnEmails, 'confirm']).use(asEndUser())
    router.post('/password', [OwnPasswords, 'store']).use(asEndUser())
    router.get('/sessions', [OwnSessions, 'index']).use(asEndUser())
    router.delete('/sessions', [OwnSessions, 'destroyAll']).use(asEndUser())
    router.delete('/sessions/:id', [OwnSessions, 'destroy']).use(asEndUser())
  })
  .prefix('/v1/enduser/me')
  .as('end_users')
