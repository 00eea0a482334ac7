import { asRefusal, Refusal } from './refusal'

/** Converts the error of an upload to a refusal that names the file, because several files can be sent together. */
export function refusedFile({ name }: File, error: unknown): Refusal {
  const { status, code, message, requestId } = asRefusal(error)
  return new Refusal(status, code, `${name}: ${message}`, requestId)
}
