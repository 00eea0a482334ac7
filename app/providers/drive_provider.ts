import type { ApplicationService } from '@adonisjs/core/types'
import { defineConfig, services } from '@adonisjs/drive'
import { bucket, filesFolder } from '#config/drive'

const local = services.fs({ location: filesFolder, visibility: 'private', serveFiles: false })

/** The S3 SDK is loaded only if a bucket is configured. */
const s3 = (settings: NonNullable<typeof bucket>) => ({
  type: 'provider' as const,
  async resolver() {
    const { default: S3Disk } = await import('#kernel/files/s3_disk')
    return () => new S3Disk(settings)
  },
})

const disks = defineConfig({ default: 'files', services: { files: bucket ? s3(bucket) : local } })

/** Gives the drive package its one disk: a folder of this machine, or a bucket that all machines share. */
export default class DriveProvider {
  constructor(protected app: ApplicationService) {}

  /** Runs before the package creates its manager at boot. */
  register() {
    this.app.config.set('drive', disks)
  }
}

declare module '@adonisjs/drive/types' {
  export interface DriveDisks extends InferDriveDisks<typeof disks> {}
}
