import Refusal from '#kernel/refusals/refusal'

/**
 * The same refusal for a wrong, spent or expired code, link, password or key, so that it does not reveal which of
 * these was the reason (contract/09-end-users#92-getting-in).
 */
export function notProved(): Refusal {
  return new Refusal('UNAUTHORIZED', {
    message: 'The code, link, password or key is wrong, has expired or was already used',
  })
}
