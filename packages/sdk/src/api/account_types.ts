import type { Org } from '../generated/types.js'

export type { Org } from '../generated/types.js'

export type Role = Org['role']

export type User = {
  id: string
  email: string
  emailVerified: boolean
  firstName: string | null
  lastName: string | null
  newsletterSubscribed: boolean
  createdAt: string
  [more: string]: unknown
}
