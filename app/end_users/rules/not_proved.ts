import Refusal from '#kernel/refusals/refusal'

/**
 * The one answer to a wrong, spent or dead code, link, password or key, so that it tells nobody which of them it was
 * (contract/09-end-users#92-getting-in).
 */
export function notProved(): Refusal {
  return new Refusal('UNAUTHORIZED', {
    message: 'The code, link, password or key is wrong, has expired or was already used',
  })
}
