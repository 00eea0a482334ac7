import app from '@adonisjs/core/services/app'
import type { HttpContext } from '@adonisjs/core/http'
import { kept } from '#kernel/batching/kept'
import Refusal from '#kernel/refusals/refusal'
import { builtFileFor, readBuild } from '#system/serving/built_files'
import { policyOfPages, sendBuiltFile } from '#system/serving/send_built_file'

/** `data:` is for the QR code of the second factor. */
const POLICY = policyOfPages('data:')

/** Read on first use, and tried again as long as there is no build. */
const built = kept(() => readBuild(app.makePath('public/console')))

/** The web console: the files of its build, and its page for every other path (docs/console.md). */
export default class ConsolePagesController {
  /** GET /console and below. @throws Refusal NOT_FOUND for a missing file, and if there is no build. */
  async show(ctx: HttpContext) {
    const files = await built().catch(() => {
      throw new Refusal('NOT_FOUND', { message: 'The console is not built: run "npm run console:build"' })
    })
    const below = (ctx.params['*'] as string[] | undefined) ?? []
    const file = builtFileFor(files, below.join('/'))
    if (!file) throw new Refusal('NOT_FOUND', { message: 'The console has no such file' })
    return sendBuiltFile(ctx, file, POLICY)
  }
}
