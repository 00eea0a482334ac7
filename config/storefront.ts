import env from '#start/env'

/** Storefronts (contract/10-storefront). It is an object that can be written to, so that a test can change it. */
export const storefront = {
  /** The domain whose subdomains are storefronts; without it none has a host by its slug. */
  domain: env.get('STOREFRONT_DOMAIN'),
  /** Where merchants let hosts of their own point. */
  cnameTarget: env.get('STOREFRONT_CNAME_TARGET'),
}
