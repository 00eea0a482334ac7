import db from '@adonisjs/lucid/services/db'
import { dns } from '#config/dns'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import AnnounceCertificates from '#sso/actions/announce_certificates'
import { startDnsServer } from '#tests/testkit/dns_server'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { CERTIFICATES, IDP } from '#tests/testkit/saml_idp'
import { ssoPath } from '#tests/testkit/sso'
import { send, type Place, type Stage } from './stage.js'

const SETUP = { type: 'saml', saml: { ...IDP, certificates: [CERTIFICATES.idp] } }

function setUp({ vendor }: Stage) {
  return send('PUT', ssoPath(vendor), { token: vendor.token, body: SETUP })
}

/** Changes to an org as a whole. */
export const ORG: Place[] = [
  {
    name: 'a domain is proved, and then by another org',
    act: async ({ vendor }) => {
      const server = await startDnsServer()
      const before = dns.servers
      dns.servers = [server.server]
      const hostname = `d${newId().replaceAll('-', '')}.example.com`
      const prove = async ({ orgId, token }: Pick<Merchant, 'orgId' | 'token'>) => {
        const path = `/v1/dashboard/orgs/${orgId}/domains`
        const { domain } = await send('POST', path, { token, body: { hostname, purpose: 'email' } })
        server.records.set(domain.records[0].name, [domain.records[0].value])
        await send('POST', `${path}/${domain.id}/verify`, { token })
      }
      try {
        await prove(vendor)
        await prove(await createMerchant())
      } finally {
        dns.servers = before
        server.close()
      }
    },
    events: ['domain.verified', 'domain.lost'],
  },
  {
    name: 'SSO is set up, changed and taken away',
    act: async (stage) => {
      const { vendor } = stage
      await setUp(stage)
      await setUp(stage)
      await send('DELETE', ssoPath(vendor), { token: vendor.token })
    },
    events: ['sso.updated', 'sso.updated', 'sso.updated'],
  },
  {
    name: 'a certificate ends soon',
    act: async (stage) => {
      const { connection } = await setUp(stage)
      const sql = `update sso_certificates set not_after = now() + interval '10 days' where connection_id = ?`
      await rows(db.connection(), sql, [connection.id])
      await new AnnounceCertificates().execute()
    },
    events: ['sso.updated', 'sso.certificate_expiring'],
  },
]
