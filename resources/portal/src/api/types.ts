/** The requests and answers of the service, generated from its API document. */
export type * from '../../../../packages/sdk/src/generated/types.js'
