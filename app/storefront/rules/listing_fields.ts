import type { FieldProblem } from '#kernel/refusals/field_problem'
import { attributeProblems } from '#licensing/rules/patch'
import { newTerms } from '#licensing/rules/terms'
import type { ListingKind, ListingSettings, Price } from './listing.js'

/** The fields of a listing as they are sent; absent ones have their defaults. */
export type ListingInput = Partial<ListingSettings> & {
  position?: number
  perCustomer?: number | null
  stock?: number | null
}

/** The settings of a listing of which nothing but the name is said. */
const DEFAULTS: Omit<ListingSettings, 'name'> = {
  description: null,
  price: null,
  fulfilment: 'instant',
  terms: null,
  tierId: null,
  policyOverride: null,
  metadata: null,
  extendDays: null,
  renewFrom: 'now_if_expired',
  graceDays: 3,
  onEnd: 'expire',
  toTierId: null,
  fromTierIds: null,
  grant: null,
  checkoutUrl: null,
}

const SETTINGS = ['name', ...Object.keys(DEFAULTS)] as (keyof ListingSettings)[]

/** Fields of single kinds (contract/10-storefront#103-listings). */
const OWN_FIELDS: Record<ListingKind, readonly (keyof ListingSettings)[]> = {
  new: ['terms', 'tierId', 'policyOverride', 'metadata'],
  renewal: ['extendDays', 'renewFrom'],
  upgrade: ['toTierId', 'fromTierIds'],
  addon: ['grant'],
}
const OF_SOME_KIND = [...new Set(Object.values(OWN_FIELDS).flat())]

/** The field that a kind cannot do without. */
const NEEDED: Partial<Record<ListingKind, keyof ListingSettings>> = {
  renewal: 'extendDays',
  upgrade: 'toTierId',
  addon: 'grant',
}

/** The settings of a new listing: what was sent, and the defaults for the rest. */
export function newSettings(sent: ListingInput & { name: string }): ListingSettings {
  return mergedSettings({ ...DEFAULTS, name: sent.name }, sent)
}

/** The settings of a listing after a change. */
export function mergedSettings(had: ListingSettings, sent: ListingInput): ListingSettings {
  const given = SETTINGS.filter((field) => sent[field] !== undefined).map((field) => [field, sent[field]])
  return { ...had, ...Object.fromEntries(given) }
}

/** How many of a listing a single end user may have, where the merchant does not say. */
export function usualPieces(price: Price | null): number | null {
  return price === null ? 1 : null
}

/**
 * The problems of the fields of a listing of one kind: fields of other kinds that were sent, a missing field of its own,
 * terms and policies that no license could have.
 */
export function listingProblems(
  kind: ListingKind,
  settings: ListingSettings,
  sent: ListingInput
): FieldProblem[] {
  const foreign = OF_SOME_KIND.filter((field) => !OWN_FIELDS[kind].includes(field) && isGiven(sent[field]))
  const needed = NEEDED[kind]
  const missing = needed && isEmpty(settings[needed]) ? [needed] : []
  const { maxHwidResets: _, ...terms } = settings.terms ?? {}
  const verdict = newTerms(terms)
  return [
    ...foreign.map((field) => ({
      field,
      message: `${field} is not a field of a listing of the kind ${kind}`,
    })),
    ...missing.map((field) => ({ field, message: `A listing of the kind ${kind} needs ${field}` })),
    ...(verdict.allow
      ? []
      : verdict.reason.map(({ field, message }) => ({ field: `terms.${field}`, message }))),
    ...attributeProblems({ policyOverride: settings.policyOverride, metadata: settings.metadata }),
  ]
}

const isGiven = (value: unknown) => value !== undefined && value !== null
const isEmpty = (value: unknown) =>
  value === null || (Object.keys(Object(value)).length === 0 && typeof value === 'object')
