/** A moment as a request takes it: ISO 8601, or a `Date`, which is sent so. */
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

/** The fields of a request of the API document, in which a moment may be a `Date`. */
type Sent<Fields> = {
  [Name in keyof Fields]: Name extends MomentField ? Fields[Name] | Date : Fields[Name]
}

export type BodyOf<Request extends { body?: unknown }> = Sent<NonNullable<Request['body']>>
export type QueryOf<Request extends { query?: unknown }> = Sent<NonNullable<Request['query']>>
export type DataOf<Answer extends { data: unknown }> = Answer['data']
