import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { asEndUser } from '#start/stacks'

const { OwnErasures } = controllers.endUsers

/** The erasure of the signed-in end user (contract/09-end-users#94-the-end-user-himself-eu). */
router
  .group(() => {
    router.post('/', [OwnErasures, 'store']).use(asEndUser())
    router.post('/confirm', [OwnErasures, 'confirm']).use(asEndUser())
    router.delete('/', [OwnErasures, 'destroy']).use(asEndUser())
  })
  .prefix('/v1/enduser/me/erasure')
  .as('end_users')
