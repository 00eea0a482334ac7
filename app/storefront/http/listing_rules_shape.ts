/** Requires a field that is not null. */
const given = (field: string) => ({
  required: [field],
  properties: { [field]: { type: ['object', 'integer', 'string'] } },
})
const nothing = (fields: string[]) => Object.fromEntries(fields.map((field) => [field, { type: 'null' }]))

const ofKind = (kind: string, foreign: string[], needed?: string, filled = false) => ({
  if: { properties: { kind: { const: kind } }, required: ['kind'] },
  then: {
    properties: { ...nothing(foreign), ...(foreign.includes('renewFrom') && { renewFrom: false }) },
    ...(needed && {
      allOf: [given(needed), ...(filled ? [{ properties: { [needed]: { minProperties: 1 } } }] : [])],
    }),
  },
})

const RENEWAL = ['extendDays', 'renewFrom']
const NEW = ['terms', 'tierId', 'policyOverride', 'metadata']
const UPGRADE = ['toTierId', 'fromTierIds']

/** The rules between the fields of a new listing, in JSON Schema (contract/10-storefront#103-listings). */
export const LISTING_RULES = {
  allOf: [
    ofKind('new', [...RENEWAL, ...UPGRADE, 'grant']),
    ofKind('renewal', [...NEW, ...UPGRADE, 'grant'], 'extendDays'),
    ofKind('upgrade', [...NEW, ...RENEWAL, 'grant'], 'toTierId'),
    ofKind('addon', [...NEW, ...RENEWAL, ...UPGRADE], 'grant', true),
  ],
}
