/** The choices for the licenses of an end user who is erased (contract/09-end-users#96-the-merchants-side). */
export const LICENSE_FATES = ['keep', 'revoke', 'delete'] as const

export type LicenseFate = (typeof LICENSE_FATES)[number]
