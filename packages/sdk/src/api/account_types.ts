import type { Org } from '../generated/types.js'

export type { Org, User } from '../generated/types.js'

export type Role = Org['role']
