export type Role = 'OWNER' | 'ADMIN' | 'MEMBER' | 'VIEWER'

export type Org = { id: string; name: string; role: Role; createdAt: string }

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
