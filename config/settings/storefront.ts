import { domain, nameServers } from '../setting_checks.js'
import { setting } from './setting.js'

/** Where the storefronts of merchants are served, and how their domains are verified. */
export const storefrontSettings = {
  STOREFRONT_DOMAIN: setting(domain, {
    unset: 'storefronts have no host of their own below the service',
    example: 'shops.example.com',
    says: 'The domain whose subdomains are storefronts: `<slug>.<domain>`. Point a wildcard record at the service.',
  }),
  DNS_SERVERS: setting(nameServers, {
    unset: 'those of the system',
    example: '192.0.2.53,192.0.2.54:5353',
    says: 'The name servers that the service queries to verify the domains of orgs.',
  }),
  STOREFRONT_CNAME_TARGET: setting(domain, {
    unset: 'claims of domains name no CNAME record',
    example: 'shops.example.com',
    says: 'The target to which merchants point the CNAME records of their own hosts.',
  }),
}
