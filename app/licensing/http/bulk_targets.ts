import type { ListRules } from '#kernel/json/long_lists'

/** The most licenses that a bulk call can name (contract#bulk-requests). */
export const MAX_NAMED = 100_000

/** The lists by which a bulk call can name licenses. */
export const BULK_TARGETS = {
  licenseIds: { of: 'uuid', most: MAX_NAMED, longest: 36, fault: 'is not a UUID' },
  licenseKeys: {
    of: 'text',
    most: MAX_NAMED,
    longest: 128,
    fault: 'is not a license key of 1 to 128 characters',
  },
} satisfies ListRules
