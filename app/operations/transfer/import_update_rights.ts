import { CHANNELS } from '#catalog/rules/release_channels'
import { updateRightsProblems } from '#licensing/rules/update_rights'
import type { ImportRow } from './import_row.js'
import type { RowReader } from './row_reader.js'

/** The update rights of a row. Channels are a JSON list, or words separated by spaces or commas. */
export function readUpdateRights(
  reader: RowReader
): Pick<ImportRow, 'updatesUntil' | 'maxVersion' | 'channels'> {
  const updatesUntil = reader.moment('updatesUntil')
  const channels = reader.words('channels', CHANNELS)
  const maxVersion = reader.text('maxVersion')
  const problems = updateRightsProblems({ maxVersion, channels })
  if (problems.length > 0) reader.refuse({ reason: 'fields', problems })
  return { updatesUntil, maxVersion, channels }
}
