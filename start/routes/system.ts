import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'

router.get('/health', [controllers.system.Health, 'show'])
router.get('/v1/status', [controllers.system.Status, 'show'])
