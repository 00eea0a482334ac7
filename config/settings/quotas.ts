import { byteCount, limit } from '../setting_checks.js'
import { setting } from './setting.js'

/** How much one owner may store (contract/01-changes#bounds); -1 means unlimited. */
export const quotaSettings = {
  ORGS_PER_USER: setting(limit, { default: '10', says: 'Orgs that one user owns.' }),
  PRODUCTS_PER_ORG: setting(limit, { default: '200', says: 'Products of an org.' }),
  MEMBERS_PER_ORG: setting(limit, { default: '500', says: 'Members of an org.' }),
  API_KEYS_PER_PRODUCT: setting(limit, {
    default: '100',
    says: 'API keys of a product that are not revoked.',
  }),
  WEBHOOK_ENDPOINTS_PER_PRODUCT: setting(limit, { default: '20', says: 'Webhook endpoints of a product.' }),
  OPEN_OPERATIONS_PER_ORG: setting(limit, {
    default: '200',
    says: 'Operations of an org that have not ended.',
  }),
  STORED_MIB_PER_ORG: setting(limit, {
    default: '10240',
    says: 'MiB of uploads, exports, attachments and files of releases that an org keeps.',
  }),
  ARTIFACT_MAX_BYTES: setting(byteCount, {
    default: String(2 * 1024 ** 3),
    says: 'The largest file of a release, in bytes.',
  }),
}
