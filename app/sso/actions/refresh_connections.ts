import { inject } from '@adonisjs/core'
import logger from '@adonisjs/core/services/logger'
import { recordAudit, SYSTEM } from '#kernel/audit/audit'
import { inChunks } from '#kernel/batching/in_chunks'
import { rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import { recordEvents } from '#kernel/outbox/outbox'
import { printable } from '#kernel/text/printable'
import type { Millis } from '#kernel/time/millis'
import FindConnection, { type SsoConnection } from '#sso/queries/find_connection'
import { refreshOf, type Refreshed } from '#sso/rules/refresh'
import { writeCertificates } from '#sso/store/write_certificates'
import AnnounceCertificates from './announce_certificates.js'
import { readAgain, type ReadAgain } from './read_provider.js'

/** The number of providers that are read in parallel, and the most such chunks in one run. */
const CHUNK = 20
const CHUNKS = 50

/**
 * Reads providers again once a day. Certificates and the sign-in URL are updated from SAML metadata. If a provider
 * cannot be read, its connection keeps its settings and gets a warning (contract/13-sso#131-setup-owner).
 */
@inject()
export default class RefreshConnections {
  constructor(
    protected find: FindConnection,
    protected announce: AnnounceCertificates
  ) {}

  /** Announces certificates first, so that they do not wait for slow providers or for locked rows of other orgs. */
  async execute(signal?: AbortSignal, now: Millis = Date.now()) {
    const announced = await this.announce.execute(signal, now)
    const tried: string[] = []
    const read = await inChunks(CHUNK, () => this.#chunk(tried, now), signal, CHUNKS)
    return { finished: read.finished && announced.finished }
  }

  /** Tries each connection once per run, so that one that cannot be written does not block the others. */
  async #chunk(tried: string[], now: Millis): Promise<number> {
    const due = await this.find.stale(now, CHUNK, tried)
    tried.push(...due.map(({ id }) => id))
    const read = await Promise.allSettled(due.map(readAgain))
    for (const [at, connection] of due.entries()) await this.#attempt(connection, read[at], now)
    return due.length
  }

  /** A connection that fails is logged and tried again by the next run. It does not stop the others. */
  async #attempt(asked: SsoConnection, read: PromiseSettledResult<ReadAgain>, now: Millis) {
    try {
      if (read.status === 'rejected') throw read.reason
      await this.#note(asked, read.value, now)
    } catch (error) {
      logger.warn({ err: error, orgId: asked.orgId }, 'identity provider not refreshed')
    }
  }

  #note(asked: SsoConnection, read: ReadAgain, now: Millis) {
    return transaction(async (trx) => {
      await rows(trx, `select id from sso_connections where id = ? for no key update`, [asked.id])
      const connection = await this.find.usable(asked.id, trx)
      // If the connection was saved or refreshed since the read, the result is outdated.
      if (connection?.updatedAt !== asked.updatedAt || connection.refreshedAt !== asked.refreshedAt) return
      const after =
        'provider' in read
          ? refreshOf({ ...connection, saml: connection.settings.saml! }, read.provider)
          : read
      const problem =
        'problem' in after ? `The provider could not be read again: ${printable(after.problem)}` : null
      await rows(trx, `update sso_connections set refreshed_at = ?, refresh_problem = ? where id = ?`, [
        new Date(now),
        problem?.slice(0, 500) ?? null,
        connection.id,
      ])
      if ('changed' in after && after.changed) await this.#follow(trx, connection, after, now)
    })
  }

  async #follow(
    trx: Trx,
    { id, orgId, settings }: SsoConnection,
    { saml, certificates }: Refreshed,
    now: Millis
  ) {
    await rows(trx, `update sso_connections set settings = ?, updated_at = ? where id = ?`, [
      JSON.stringify({ ...settings, saml }),
      new Date(now),
      id,
    ])
    await writeCertificates(trx, id, certificates)
    const data = { certificates: certificates.map(({ fingerprint }) => fingerprint) }
    await recordAudit(trx, SYSTEM, { orgId, action: 'sso.refreshed', subject: id, data }, now)
    await recordEvents(
      trx,
      [{ orgId, productId: null, name: 'sso.updated', data: { connectionId: id } }],
      now
    )
  }
}
