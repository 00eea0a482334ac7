/** The requests and answers of the service, as its API document says them. */
export type * from '../../../../packages/sdk/src/generated/types'
