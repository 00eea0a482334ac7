import { firstRow, rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/**
 * Ends the sessions of one bound device or address of a locked license. Their seats are free at once
 * (contract#sessions-of-a-license). A program that still runs takes a new seat with its next call.
 */
export async function endLicenseSessions(
  trx: Trx,
  licenseId: string,
  { kind, value }: { kind: 'HWID' | 'IP'; value: string }
) {
  const column = kind === 'HWID' ? 'hwid' : 'ip'
  await rows(trx, `delete from license_sessions where license_id = ? and ${column} = ?`, [licenseId, value])
}

/**
 * Ends one session of a locked license; returns false if no session with this id was live by the clock of the database.
 */
export async function endLicenseSession(trx: Trx, licenseId: string, id: string): Promise<boolean> {
  const ended = await firstRow<{ alive: boolean }>(
    trx,
    `delete from license_sessions where license_id = ? and id = ?
     returning expires_at > statement_timestamp() as alive`,
    [licenseId, id]
  )
  return ended?.alive ?? false
}
