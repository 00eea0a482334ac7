import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { newSecret } from '#kernel/secrets/tokens'
import type { Purpose } from '#orgs/rules/domain_proof'

/** A domain that an org has verified for a purpose. */
export async function createDomain(orgId: string, purpose: Purpose): Promise<string> {
  const domain = `d${newId().replaceAll('-', '')}.example`
  await rows(
    db.connection(),
    `insert into org_domains (id, org_id, hostname, purpose, status, token, created_at, verified_at, checked_at)
     values (?, ?, ?, ?, 'verified', ?, now(), now(), now())`,
    [newId(), orgId, domain, purpose, newSecret()]
  )
  return domain
}
