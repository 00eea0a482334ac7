import { join } from 'node:path'
import env from '#start/env'

/** The local folder of uploaded import files and finished exports. */
export const filesFolder = join(env.get('DATA_DIR'), 'files')

/** Where files are stored: `local` or `s3`. */
export const disk = env.get('DRIVE_DISK')

/** The bucket that all machines share; null if each machine stores its own files. */
export const bucket =
  disk === 's3'
    ? {
        bucket: env.get('S3_BUCKET')!,
        region: env.get('S3_REGION')!,
        endpoint: env.get('S3_ENDPOINT'),
        pathStyle: env.get('S3_FORCE_PATH_STYLE'),
      }
    : null
