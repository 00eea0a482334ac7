import env from '#start/env'

/** Storefronts (contract/10-storefront). The object is mutable, so that a test can change it. */
export const storefront = {
  /** The domain whose subdomains are storefronts; without it, no storefront has a host by its slug. */
  domain: env.get('STOREFRONT_DOMAIN'),
  /** The CNAME target for merchants' own hosts. */
  cnameTarget: env.get('STOREFRONT_CNAME_TARGET'),
}
