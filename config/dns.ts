import env from '#start/env'

/** How records of domains are read (contract/10-storefront#101-domains). Tests write to it. */
export const dns = {
  /** Name servers as `address` or `address:port`; without any, those of the system. */
  servers: env.get('DNS_SERVERS'),
}
