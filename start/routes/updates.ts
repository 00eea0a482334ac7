import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { asEndUser, asKey } from '#start/stacks'

const { Explanations, Feeds, OwnReleases, UpdateFiles, Updates } = controllers.releases

/** Update feeds for programs, with the key of their license (contract/12-releases#124-update-feeds). */
router
  .group(() => {
    router.get('/', [Updates, 'show'])
    router.get('/tauri/:target/:arch/:version', [Updates, 'tauri'])
    router.get('/electron/:file', [Feeds, 'electron'])
    router.get('/appcast.xml', [Feeds, 'appcast'])
    router.get('/velopack/:file', [Feeds, 'velopack'])
    router.get('/artifacts/:artifactId', [UpdateFiles, 'show'])
  })
  .prefix('/v1/updates/:productId')

/** The releases of an end user's license (contract/12-releases#123-getting-it). */
router
  .group(() => {
    const downloads = asEndUser({ feature: 'downloads', licenseKeys: true })
    router.get('/releases', [OwnReleases, 'index']).use(downloads)
    router.post('/downloads', [OwnReleases, 'store']).use(downloads)
  })
  .prefix('/v1/enduser/licenses/:id')
  .as('end_users')

/** Must come before the routes of single releases, which would take `explain` for an id. */
router
  .get('/v1/products/:productId/releases/explain', [Explanations, 'show'])
  .use(asKey('release:read'))
  .as('keyed.explanations.show')
