import app from '@adonisjs/core/services/app'
import { kept } from '#kernel/batching/kept'
import { readBuild } from './built_files.js'

/** The files of the portal, read on first use, and tried again as long as there is no build. */
export const portalFiles = kept(() => readBuild(app.makePath('public/portal')))

/** Whether the portal can be served. */
export const isPortalBuilt = () =>
  portalFiles().then(
    () => true,
    () => false
  )
