import { defineConfig, services } from '@adonisjs/drive'
import { join } from 'node:path'
import env from '#start/env'

/** Uploaded import files and finished exports. */
const driveConfig = defineConfig({
  default: 'local',
  services: {
    local: services.fs({
      location: join(env.get('DATA_DIR'), 'files'),
      visibility: 'private',
      serveFiles: false,
    }),
  },
})

export default driveConfig

declare module '@adonisjs/drive/types' {
  export interface DriveDisks extends InferDriveDisks<typeof driveConfig> {}
}
