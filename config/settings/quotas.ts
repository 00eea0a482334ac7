import { byteCount, limit } from '../setting_checks.js'
import { setting } from './setting.js'

/** How much one owner may store (contract/01-changes#bounds); -1 means unlimited. */
export const quotaSettings = {
  ORGS_PER_USER: setting(limit, { default: '10', says: 'Orgs per owner.' }),
  PRODUCTS_PER_ORG: setting(limit, { default: '200', says: 'Products per org.' }),
  MEMBERS_PER_ORG: setting(limit, { default: '500', says: 'Members per org.' }),
  API_KEYS_PER_PRODUCT: setting(limit, {
    default: '100',
    says: 'API keys per product. Revoked keys do not count.',
  }),
  WEBHOOK_ENDPOINTS_PER_PRODUCT: setting(limit, { default: '20', says: 'Webhook endpoints per product.' }),
  OPEN_OPERATIONS_PER_ORG: setting(limit, {
    default: '200',
    says: 'Operations per org that have not ended.',
  }),
  STORED_MIB_PER_ORG: setting(limit, {
    default: '10240',
    says: 'Storage per org in MiB, for uploads, exports, attachments and release files.',
  }),
  ARTIFACT_MAX_BYTES: setting(byteCount, {
    default: String(2 * 1024 ** 3),
    says: 'The maximum size of a release file in bytes.',
  }),
}
