type License = { licenseId: string }
type LicenseOfProduct = License & { productId: string }
type ApiKey = { apiKeyId: string; productId: string }
type Operation = {
  operationId: string
  type: string
  progress: Record<'total' | 'processed' | 'succeeded' | 'skipped' | 'failed', number | null>
}

/** Every event with its data (interface#62-event-catalog, contract#event-names-and-urls). */
export type EventData = {
  'license.created': License
  'license.updated': License & { fields: string[] }
  'license.authorized': LicenseOfProduct & { wasActivated: boolean; effectiveExpiresAt: string | null }
  'license.authorization_denied': LicenseOfProduct & { reasonCode: string; message: string }
  'license.expired': LicenseOfProduct & { effectiveExpiresAt: string | null }
  'license.revoked': License
  'license.unrevoked': License
  'license.suspended': License
  'license.unsuspended': License
  'license.frozen': LicenseOfProduct & { frozenAt: string | null; frozenDaysRemaining: number | null }
  'license.unfrozen': LicenseOfProduct
  'license.hwid_reset': LicenseOfProduct & { resetCount: number }
  'license.ip_reset': LicenseOfProduct & { resetCount: number }
  'license.deleted': LicenseOfProduct
  'operation.completed': Operation
  'operation.failed': Operation
  'operation.cancelled': Operation
  'api_key.created': ApiKey & { name: string; last4: string }
  'api_key.revoked': ApiKey
  'api_key.rotated': ApiKey & { last4: string }
  'team.member_added': { orgId: string; userId: string; role: string }
  'team.member_removed': { orgId: string; userId: string }
  'test.ping': { message: string }
}

export type EventName = keyof EventData

/** A verified delivery: `event` tells what `data` is. */
export type WebhookEvent = {
  [Name in EventName]: {
    event: Name
    /** Full payloads of license events carry the license as lists show it. */
    data: EventData[Name] &
      (Name extends `license.${string}` ? { license?: Record<string, unknown> } : object)
    /** When it happened. */
    timestamp: string
    /** The id of the delivery, the same on each retry: use it to notice what you have seen. */
    deliveryId: string
  }
}[EventName]
