import Refusal from '#exceptions/refusal'
import logger from '@adonisjs/core/services/logger'
import { authorizationUrl, newLinking } from '#services/oauth_client'
import { sealSecret } from '#services/secrets'
import { firstRow, rows } from '#services/sql'
import { hashSecret } from '#services/tokens'
import { transaction } from '#services/unit_of_work'
import { findProvider } from './find_provider.js'

/** How long a person may take at the provider, in milliseconds. */
const STATE_TTL = 10 * 60 * 1000

/**
 * POST /oauth/accounts/:provider/connect: remembers a one-time state bound to user and provider, and returns the
 * provider's page (interface 4.1). Errors: NOT_FOUND; CONFLICT when the user has an identity there already;
 * CONFIG_ERROR when the provider cannot be asked.
 */
export default class StartLinking {
  async execute(userId: string, name: string, now = Date.now()): Promise<string> {
    const provider = findProvider(name)
    const linking = newLinking()
    const url = await authorizationUrl(provider, linking).catch((error: unknown) => {
      logger.error({ err: error, provider: name }, 'identity provider cannot be asked')
      throw new Refusal('CONFIG_ERROR', { message: 'The identity provider cannot be reached' })
    })
    await transaction(async (trx) => {
      const linked = await firstRow(trx, `select 1 from linked_accounts where user_id = ? and provider = ?`, [
        userId,
        name,
      ])
      if (linked) throw new Refusal('CONFLICT', { message: 'Disconnect the identity you have there first' })
      await rows(
        trx,
        `insert into oauth_states (state_hash, user_id, provider, sealed_verifier, nonce, expires_at)
         values (?, ?, ?, ?, ?, ?)`,
        [
          hashSecret(linking.state),
          userId,
          name,
          sealSecret(linking.verifier),
          linking.nonce,
          new Date(now + STATE_TTL),
        ]
      )
    })
    return url
  }
}
