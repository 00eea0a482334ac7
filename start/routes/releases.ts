import router from '@adonisjs/core/services/router'
import { bodies } from '#config/bodies'
import { controllers } from '#generated/controllers'
import { middleware } from '#start/kernel'
import { asKey, asMember } from '#start/stacks'

const { ArtifactFiles, Artifacts, ProductReleases } = controllers.releases
const VIEWER = { role: 'VIEWER' } as const
const ADMIN = { role: 'ADMIN' } as const
const NOTES = { limit: bodies.limits.release } as const
const STREAMS = { streams: true } as const

const reads = () => asMember(middleware.product(VIEWER))
const writes = (options: Parameters<typeof asMember>[1] = {}) => asMember(middleware.product(ADMIN), options)

/** Releases and their files, for users (contract/12-releases#121-publishing). */
router
  .group(() => {
    router.get('/', [ProductReleases, 'index']).use(reads())
    router.post('/', [ProductReleases, 'store']).use(writes(NOTES))
    router.get('/:releaseId', [ProductReleases, 'show']).use(reads())
    router.patch('/:releaseId', [ProductReleases, 'update']).use(writes(NOTES))
    router.delete('/:releaseId', [ProductReleases, 'destroy']).use(writes())
    router.post('/:releaseId/publish', [ProductReleases, 'publish']).use(writes())
    router.post('/:releaseId/yank', [ProductReleases, 'yank']).use(writes())
    router.post('/:releaseId/unyank', [ProductReleases, 'unyank']).use(writes())
    router.post('/:releaseId/artifacts', [Artifacts, 'store']).use(writes(STREAMS))
    router.put('/:releaseId/artifacts/:filename', [Artifacts, 'put']).use(writes(STREAMS))
    router.delete('/:releaseId/artifacts/:artifactId', [Artifacts, 'destroy']).use(writes())
  })
  .prefix('/v1/dashboard/products/:productId/releases')

/** The same routes for API keys, for continuous integration. */
router
  .group(() => {
    router.get('/', [ProductReleases, 'index']).use(asKey('release:read'))
    router.post('/', [ProductReleases, 'store']).use(asKey('release:write', NOTES))
    router.get('/:releaseId', [ProductReleases, 'show']).use(asKey('release:read'))
    router.patch('/:releaseId', [ProductReleases, 'update']).use(asKey('release:write', NOTES))
    router.delete('/:releaseId', [ProductReleases, 'destroy']).use(asKey('release:write'))
    router.post('/:releaseId/publish', [ProductReleases, 'publish']).use(asKey('release:write'))
    router.post('/:releaseId/yank', [ProductReleases, 'yank']).use(asKey('release:write'))
    router.post('/:releaseId/unyank', [ProductReleases, 'unyank']).use(asKey('release:write'))
    router.post('/:releaseId/artifacts', [Artifacts, 'store']).use(asKey('release:write', STREAMS))
    router.put('/:releaseId/artifacts/:filename', [Artifacts, 'put']).use(asKey('release:write', STREAMS))
    router.delete('/:releaseId/artifacts/:artifactId', [Artifacts, 'destroy']).use(asKey('release:write'))
  })
  .prefix('/v1/products/:productId/releases')
  .as('keyed')

/** The signed link of a file: it is its own credential. */
router.get('/v1/files/:artifactId/:filename', [ArtifactFiles, 'show'])
