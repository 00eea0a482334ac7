import type { FieldProblem } from '#kernel/refusals/field_problem'
import { attributeProblems } from '#licensing/rules/patch'
import { newTerms } from '#licensing/rules/terms'
import type { ListingKind, ListingSettings, Price } from './listing.js'

/** The fields of a listing in a request. A new listing gets the defaults for missing fields. */
export type ListingInput = Partial<ListingSettings> & {
  position?: number
  perCustomer?: number | null
  stock?: number | null
}

/** The settings of a new listing if the request contains only its name. */
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

/** The fields that are only allowed for one kind (contract/10-storefront#103-listings). */
const OWN_FIELDS: Record<ListingKind, readonly (keyof ListingSettings)[]> = {
  new: ['terms', 'tierId', 'policyOverride', 'metadata'],
  renewal: ['extendDays', 'renewFrom'],
  upgrade: ['toTierId', 'fromTierIds'],
  addon: ['grant'],
}
const OF_SOME_KIND = [...new Set(Object.values(OWN_FIELDS).flat())]

/** The field that a kind requires. */
const NEEDED: Partial<Record<ListingKind, keyof ListingSettings>> = {
  renewal: 'extendDays',
  upgrade: 'toTierId',
  addon: 'grant',
}

/** The settings of a new listing: the fields of the request, and defaults for the others. */
export function newSettings(sent: ListingInput & { name: string }): ListingSettings {
  return mergedSettings({ ...DEFAULTS, name: sent.name }, sent)
}

/** The settings of a listing after a change. */
export function mergedSettings(had: ListingSettings, sent: ListingInput): ListingSettings {
  const given = SETTINGS.filter((field) => sent[field] !== undefined).map((field) => [field, sent[field]])
  return { ...had, ...Object.fromEntries(given) }
}

/**
 * The maximum of pieces for one end user after a change that does not set it: a maximum that was the default of the old
 * price becomes the default of the new one. A free listing without a maximum would be claimed by the hundred.
 */
export function keptPieces(
  had: { price: Price | null; perCustomer: number | null },
  { price }: { price: Price | null }
): number | null {
  return had.perCustomer === usualPieces(had.price) ? usualPieces(price) : had.perCustomer
}

/** The default maximum of pieces for one end user: 1 if the listing is free; null (no limit) otherwise. */
export function usualPieces(price: Price | null): number | null {
  return price === null ? 1 : null
}

/**
 * Finds the problems in the fields of a listing of one kind: fields of other kinds in the request, a missing required
 * field, and terms, policies or metadata that a license cannot have.
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
