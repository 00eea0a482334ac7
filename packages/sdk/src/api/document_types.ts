/** A timestamp in a request: ISO 8601, or a `Date`, which is sent as ISO 8601. */
export type Moment = string | Date

type MomentField =
  | 'expiresAt'
  | 'createdAfter'
  | 'createdBefore'
  | 'expiresAfter'
  | 'expiresBefore'
  | 'from'
  | 'to'
  | 'since'
  | 'until'
  | 'updatesUntil'

/** The request fields of the API document, with `Date` allowed for timestamps. */
type Sent<Fields> = {
  [Name in keyof Fields]: Name extends MomentField ? Fields[Name] | Date : Fields[Name]
}

export type BodyOf<Request extends { body?: unknown }> = Sent<NonNullable<Request['body']>>
export type QueryOf<Request extends { query?: unknown }> = Sent<NonNullable<Request['query']>>
export type DataOf<Answer extends { data: unknown }> = Answer['data']
