import { answers, pinnedKeys } from './answers.js'
import { SIGNING_SECRET } from './given.js'
import { requests } from './requests.js'
import { webhooks } from './webhooks.js'

/** What clients in any language are tested with (resources/clients/vectors.json), made by the service's own code. */
export function vectorsText(): string {
  const vectors = {
    about: 'Test vectors for clients. Made from the code of the service by "npm run pages".',
    signingSecret: SIGNING_SECRET,
    keys: pinnedKeys,
    requests: requests(),
    answers: answers(),
    webhooks: webhooks(),
  }
  return `${JSON.stringify(vectors, null, 2)}\n`
}
