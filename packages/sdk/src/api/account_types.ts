import type { Org } from '../generated/types.js'

export type { Org, OrgPlan, Preferences, User } from '../generated/types.js'

export type Role = Org['role']
