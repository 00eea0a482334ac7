import env from '#start/env'

/**
 * How much one owner may store (contract/01-changes#bounds); -1 means unlimited. The object is mutable, so that a
 * test can lower a quota temporarily.
 */
export const quotas = {
  orgsPerUser: env.get('ORGS_PER_USER'),
  productsPerOrg: env.get('PRODUCTS_PER_ORG'),
  apiKeysPerProduct: env.get('API_KEYS_PER_PRODUCT'),
  endpointsPerProduct: env.get('WEBHOOK_ENDPOINTS_PER_PRODUCT'),
  membersPerOrg: env.get('MEMBERS_PER_ORG'),
  openOperationsPerOrg: env.get('OPEN_OPERATIONS_PER_ORG'),
  storedMibPerOrg: env.get('STORED_MIB_PER_ORG'),
}
