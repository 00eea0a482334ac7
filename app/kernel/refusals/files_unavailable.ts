import { Exception } from '@adonisjs/core/exceptions'
import { diskFault } from './disk_fault.js'

/** The drive for uploads and exports fails. Callers should try again; no partial files remain. */
export default class FilesUnavailable extends Exception {
  static status = 503

  constructor(cause: unknown) {
    const fault = diskFault(cause) ?? 'the drive for files does not answer'
    super(`Files cannot be stored or read right now (${fault}): retry in a moment, or tell the operator`, {
      cause,
    })
  }
}
