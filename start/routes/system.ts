import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'

router.get('/health', [controllers.system.Health, 'show'])
router.get('/v1/status', [controllers.system.Status, 'show'])

router.get('/admin/sign-in', [controllers.system.SignInPages, 'show'])
router.get('/admin/sign-in/script.js', [controllers.system.SignInPages, 'script'])
router.get('/admin/sign-in/style.css', [controllers.system.SignInPages, 'style'])
router.get('/.well-known/service-keys.json', [controllers.system.ServiceKeys, 'show'])

/** The queue board and everything below it, by any method: a server of its own answers (contract 7). */
router.any('/admin/queues', [controllers.system.QueueBoards, 'handle']).as('admin.queues')
router.any('/admin/queues/*', [controllers.system.QueueBoards, 'handle']).as('admin.queues.files')
