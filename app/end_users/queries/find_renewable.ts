import db from '@adonisjs/lucid/services/db'
import { firstRow, millis, type SqlExecutor } from '#kernel/database/sql'
import type { Door } from '#kernel/secrets/end_user_tokens'
import type { Millis } from '#kernel/time/millis'
import { hashSecret } from '#kernel/secrets/tokens'

/** The sign-in of a refresh token; it may have ended. */
export type Renewable = {
  orgId: string
  endUserId: string | null
  familyId: string
  door: Door
  productId: string | null
  licenseId: string | null
  signedInAt: Millis
  used: boolean
}

/** Finds the sign-in of a refresh token; null for an unknown token. */
export default class FindRenewable {
  execute(refreshToken: string, client: SqlExecutor = db.connection()): Promise<Renewable | null> {
    return firstRow(
      client,
      `select org_id as "orgId", end_user_id as "endUserId", family_id as "familyId", amr as door,
         product_id as "productId", license_id as "licenseId", ${millis('signed_in_at', 'signedInAt')},
         used_at is not null as used
       from end_user_sessions where token_hash = ?`,
      [hashSecret(refreshToken)]
    )
  }
}
