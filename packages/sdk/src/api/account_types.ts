import type { Org } from '../generated/types.js'

export type { Org } from '../generated/types.js'

export type Role = Org['role']

export type User = {
  id: string
  email: string
  emailVerified: boolean
  platformAdmin: boolean
  firstName: string | null
  lastName: string | null
  newsletterSubscribed: boolean
  totpEnabled: boolean
  activeOrgId: string | null
  createdAt: string
}
