import { defineConfig, services } from '@adonisjs/drive'
import { join } from 'node:path'
import env from '#start/env'

const local = services.fs({
  location: join(env.get('DATA_DIR'), 'files'),
  visibility: 'private',
  serveFiles: false,
})

/** Its SDK is loaded only where it is wanted. */
const s3 = {
  type: 'provider' as const,
  async resolver() {
    const { default: S3Disk } = await import('#services/s3_disk')
    const settings = {
      bucket: env.get('S3_BUCKET')!,
      region: env.get('S3_REGION')!,
      endpoint: env.get('S3_ENDPOINT'),
      pathStyle: env.get('S3_FORCE_PATH_STYLE'),
    }
    return () => new S3Disk(settings)
  },
}

/** Uploaded import files and finished exports: on this machine, or in a bucket that all machines share. */
const driveConfig = defineConfig({
  default: 'files',
  services: { files: env.get('DRIVE_DISK') === 's3' ? s3 : local },
})

export default driveConfig

declare module '@adonisjs/drive/types' {
  export interface DriveDisks extends InferDriveDisks<typeof driveConfig> {}
}
