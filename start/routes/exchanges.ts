import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { asKey } from '#start/stacks'

const { Exchanges } = controllers.endUsers
const KEY = asKey('end_user:write')

/** The sign-in by the merchant's own server (contract/09-end-users#93-the-exchange-the-merchant-vouches). */
router.post('/v1/products/:productId/end-users/exchange', [Exchanges, 'store']).as('exchanges.store').use(KEY)
router.post('/api/auth/sync', [Exchanges, 'store']).as('legacy.exchanges.store').use(KEY)
