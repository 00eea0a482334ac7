import { call } from './api.js'

type AuditLine = { action: string; subjectId: string; data: object; [field: string]: unknown }

/** The audit log of a merchant's org, newest first, without the entry for the product that `createMerchant` makes. */
export async function auditTrail(merchant: { orgId: string; token: string; productId?: string }) {
  const { orgId, token, productId } = merchant
  const { body } = await call('GET', `/v1/dashboard/orgs/${orgId}/audit-log`, { token })
  const entries = body.data.entries as AuditLine[]
  return entries.filter(({ action, subjectId }) => action !== 'product.created' || subjectId !== productId)
}
