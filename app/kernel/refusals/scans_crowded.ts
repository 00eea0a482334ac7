import { Exception } from '@adonisjs/core/exceptions'

/** A read of many rows has waited too long for earlier ones, usually of the same org. */
export default class ScansCrowded extends Exception {
  static status = 503
  static message = 'Earlier lists of this organisation are still being read: retry in a moment'
}
