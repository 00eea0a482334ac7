import type { Static } from 'typebox'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import { DOMAIN_STATUSES, PURPOSES } from '#orgs/rules/domain_proof'
import type { toDomain } from './domain_transformer.js'

const { choice, list, moment, named, nullable, object, text, uuid } = shape

/** A domain of an org. */
export const DomainShape = named(
  'Domain',
  {
    id: uuid(),
    hostname: text('Lowercase, in Punycode.'),
    purpose: choice(PURPOSES),
    status: choice(DOMAIN_STATUSES),
    records: list(object({ type: choice(['TXT', 'CNAME']), name: text(), value: text() })),
    verifiedAt: nullable(moment()),
    checkedAt: nullable(moment('When the record was last looked up in DNS.')),
    createdAt: moment(),
  },
  'A DNS name that an org claims, with the records that prove the claim.'
)
same<ReturnType<typeof toDomain>, Static<typeof DomainShape>>(true)
