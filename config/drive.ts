import { join } from 'node:path'
import env from '#start/env'

/** The folder of uploaded import files and finished exports, where this machine keeps them. */
export const filesFolder = join(env.get('DATA_DIR'), 'files')

/** Where files are kept: `local` or `s3`. */
export const disk = env.get('DRIVE_DISK')

/** The bucket that all machines share; null where each machine keeps its own files. */
export const bucket =
  disk === 's3'
    ? {
        bucket: env.get('S3_BUCKET')!,
        region: env.get('S3_REGION')!,
        endpoint: env.get('S3_ENDPOINT'),
        pathStyle: env.get('S3_FORCE_PATH_STYLE'),
      }
    : null
