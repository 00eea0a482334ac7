import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { middleware } from '#start/kernel'
import { SCALAR } from '#system/reference/scalar'

const { References } = controllers.system

router.get('/health', [controllers.system.Health, 'show'])
router.get('/health/live', [controllers.system.Health, 'live'])
router.get('/health/ready', [controllers.system.Health, 'ready'])
router.get('/v1/status', [controllers.system.Status, 'show'])
router.get('/v1/console', [controllers.system.ConsoleFacts, 'show'])

router.get('/', [controllers.system.HomePages, 'show']).use(middleware.shopPage())
router.get('/console', [controllers.system.ConsolePages, 'show'])
router.get('/console/*', [controllers.system.ConsolePages, 'show']).as('console_pages.files')
router.get('/portal', [controllers.system.PortalPages, 'show'])
router.get('/portal/*', [controllers.system.PortalPages, 'show']).as('portal_pages.files')
router.get('/admin', [controllers.system.HomePages, 'admin'])
router.get('/admin/sign-in', [controllers.system.SignInPages, 'show'])
router.get('/admin/sign-out', [controllers.system.SignInPages, 'show']).as('admin.sign_out')
router.get('/admin/sign-in/script.js', [controllers.system.SignInPages, 'script'])
router.get('/admin/sign-in/style.css', [controllers.system.SignInPages, 'style'])
router.get('/.well-known/service-keys.json', [controllers.system.ServiceKeys, 'show'])
router.get('/.well-known/security.txt', [controllers.system.SecurityContacts, 'show'])

/** The description of the API (contract/01-changes#said-to-the-caller). */
router.get('/openapi.json', [References, 'document'])
router.get('/llms.txt', [References, 'index'])
router.get('/errors', [References, 'errors'])
router.get('/errors/style.css', [References, 'errorStyle'])
router.get('/reference.md', [References, 'text'])
router.get('/reference', [References, 'show'])
router.get('/reference/start.js', [References, 'start'])
router.get(`/reference/scalar-${SCALAR.version}.js`, [References, 'reader'])

/** The queue board and everything below it, for every method: the board's own server answers (contract#queue-board). */
router.any('/admin/queues', [controllers.system.QueueBoards, 'handle']).as('admin.queues')
router.any('/admin/queues/*', [controllers.system.QueueBoards, 'handle']).as('admin.queues.files')
