import env from '#start/env'

/**
 * How much one owner may keep (contract/01-changes#bounds); -1 means unlimited. It is an object that can be written to,
 * so that a test can lower a quota for its own duration.
 */
export const quotas = {
  orgsPerUser: env.get('ORGS_PER_USER') ?? 10,
  productsPerOrg: env.get('PRODUCTS_PER_ORG') ?? 200,
  apiKeysPerProduct: env.get('API_KEYS_PER_PRODUCT') ?? 100,
  endpointsPerProduct: env.get('WEBHOOK_ENDPOINTS_PER_PRODUCT') ?? 20,
  membersPerOrg: env.get('MEMBERS_PER_ORG') ?? 500,
  openOperationsPerOrg: env.get('OPEN_OPERATIONS_PER_ORG') ?? 200,
  storedMibPerOrg: env.get('STORED_MIB_PER_ORG') ?? 10_240,
}
