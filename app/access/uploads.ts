import type { HttpContext } from '@adonisjs/core/http'
import type { UploadDigest } from '#kernel/files/upload_digest'
import { openUpload, type FileRules, type OpenUpload } from '#kernel/files/upload'
import { assertStillAdmitted } from './still_admitted.js'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** Receives the hash of a streamed upload, if the response is stored for replays. */
    uploadDigest?: UploadDigest
  }
}

/**
 * The file of a request, for an action to open after all checks that need no file. It is the multipart field `file`,
 * or the body itself if the rules allow that. Reading it to its end throws if the right to the request has ended since
 * it began, which may be an hour ago (contract/01-changes#rights-end-everything).
 */
export function uploadOf(ctx: HttpContext, rules: FileRules): OpenUpload {
  return async (admit) => {
    const upload = await openUpload(ctx.request.request, rules, { admit })
    const bytes = admitted(ctx, upload.bytes)
    return { ...upload, bytes: ctx.uploadDigest?.over(bytes) ?? bytes }
  }
}

/** Passes an upload through, and asks at its end whether the caller may still send it. @throws Refusal */
async function* admitted(ctx: HttpContext, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* bytes
  await assertStillAdmitted(ctx)
}
