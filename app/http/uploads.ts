import type { HttpContext } from '@adonisjs/core/http'
import type { UploadDigest } from '#kernel/files/upload_digest'
import { openUpload, type FileRules, type OpenUpload } from '#kernel/files/upload'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** Receives the hash of a streamed upload, if the response is stored for replays. */
    uploadDigest?: UploadDigest
  }
}

/**
 * The file of a request, for an action to open after all checks that need no file. It is the multipart field `file`,
 * or the body itself if the rules allow that.
 */
export function uploadOf({ request, uploadDigest }: HttpContext, rules: FileRules): OpenUpload {
  return async (admit) => {
    const upload = await openUpload(request.request, rules, { admit })
    return { ...upload, bytes: uploadDigest?.over(upload.bytes) ?? upload.bytes }
  }
}
