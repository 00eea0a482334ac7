import type { Release } from '../../api/types'

export const CHANNELS = ['stable', 'rc', 'beta', 'alpha', 'dev'] as const satisfies Release['channel'][]
export const RELEASE_STATUSES = ['draft', 'published', 'yanked'] as const satisfies Release['status'][]
export type Channel = Release['channel']
