import env from '#start/env'

/** How DNS records of domains are looked up (contract/10-storefront#101-domains). Mutable for tests. */
export const dns = {
  /** Name servers as `address` or `address:port`; the system's servers if empty or undefined. */
  servers: env.get('DNS_SERVERS'),
}
