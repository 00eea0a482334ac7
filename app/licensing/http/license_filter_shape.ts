import type { Code } from '#kernel/refusals/codes'

/** The refusals of routes that take a license filter: the product or the tier that it names is not the caller's. */
export const LICENSE_FILTER_REFUSES: Code[] = ['PRODUCT_NOT_FOUND', 'NOT_FOUND', 'BAD_REQUEST']
