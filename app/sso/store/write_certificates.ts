import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { SsoCertificate } from '#sso/rules/connection'

/** Replaces the certificates of a connection. Rows of certificates that stay are kept, with their `announced` flag. */
export async function writeCertificates(trx: Trx, connectionId: string, certificates: SsoCertificate[]) {
  const prints = certificates.map(({ fingerprint }) => fingerprint)
  await rows(trx, `delete from sso_certificates where connection_id = ? and fingerprint <> all (?::text[])`, [
    connectionId,
    prints,
  ])
  await rows(
    trx,
    `insert into sso_certificates (connection_id, fingerprint, pem, not_after)
     select ?, c.fingerprint, c.pem, c.ends from unnest(?::text[], ?::text[], ?::timestamptz[])
       as c (fingerprint, pem, ends) on conflict do nothing`,
    [
      connectionId,
      prints,
      certificates.map(({ pem }) => pem),
      certificates.map(({ notAfter }) => new Date(notAfter)),
    ]
  )
}
