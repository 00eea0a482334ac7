import type { HttpContext } from '@adonisjs/core/http'
import { uuidParam } from '#http/path'
import { fileFor } from '#releases/queries/find_file'
import { sendToFile } from './file_link.js'
import { programOf } from './program.js'

/** Redirects programs to files of releases (contract/12-releases#123-getting-it). */
export default class UpdateFilesController {
  async show(ctx: HttpContext) {
    const program = await programOf(ctx)
    const file = await fileFor(program, uuidParam(ctx, 'artifactId'), Date.now())
    return sendToFile(ctx, program, file)
  }
}
