import type { Listing, ListingsStoreData } from '../../api/types'
import { changedOf, linesOf, numberOf, textOf, textOrNull } from '../../ui/typed'
import { amountOf } from './money'

export type Kind = Listing['kind']
export type NewListing = ListingsStoreData['body']

export const KINDS: readonly (readonly [Kind, string])[] = [
  ['new', 'New license'],
  ['renewal', 'License renewal'],
  ['upgrade', 'Tier upgrade'],
  ['addon', 'Add-on'],
]

export const kindName = (kind: Kind) => KINDS.find(([one]) => one === kind)![1]

/** Fields that show their own messages. */
export const LISTING_FIELDS = [
  ...['name', 'description', 'price', 'price.amount', 'price.currency', 'terms.expiresAfterDays'],
  ...['extendDays', 'renewFrom', 'graceDays', 'onEnd', 'tierId', 'toTierId', 'fromTierIds'],
  ...['grant', 'grant.hwidLimit', 'grant.maxConcurrentSessions', 'grant.maxHwidResets'],
  ...['perCustomer', 'stock', 'checkoutUrl', 'providerRefs'],
]

/**
 * Sends a price without a currency unchanged: the service reports the missing currency, and the listing does not become
 * free by mistake.
 */
function priceOf(typed: FormData) {
  const amount = textOf(typed, 'amount')
  const currency = textOf(typed, 'currency')?.toUpperCase() ?? ''
  return amount ? { amount: amountOf(amount, currency), currency } : null
}

/** Reads lines that have the id of a processor, a space, and the processor's own name for the listing. */
const refsOf = (typed: FormData) =>
  linesOf(typed, 'refs').map((line) => {
    const [processorId, ...ref] = line.split(/\s+/)
    return { processorId, ref: ref.join(' ') }
  })

/**
 * Builds the request body from the form. It leaves out fields that have no effect for the kind of the listing. It also
 * leaves out unchanged terms, because there are terms that the form does not show.
 */
export function listingOf(typed: FormData, kind: Kind, listing?: Listing) {
  const days = numberOf(typed, 'days')
  const hasNewTerms = kind === 'new' && (!listing || days !== (listing.terms?.expiresAfterDays ?? undefined))
  return {
    name: textOf(typed, 'name') ?? '',
    description: textOrNull(typed, 'description'),
    price: priceOf(typed),
    fulfilment: typed.get('fulfilment') as Listing['fulfilment'],
    ...(hasNewTerms && {
      terms:
        days === undefined ? null : { expirationMode: 'afterActivation' as const, expiresAfterDays: days },
    }),
    ...(kind === 'new' && typed.has('tier') && { tierId: textOrNull(typed, 'tier') }),
    ...(kind === 'renewal' && {
      extendDays: numberOf(typed, 'extendDays') ?? null,
      renewFrom: typed.get('renewFrom') as Listing['renewFrom'],
    }),
    ...(typed.has('graceDays') && {
      graceDays: numberOf(typed, 'graceDays'),
      onEnd: typed.get('onEnd') as Listing['onEnd'],
    }),
    ...(kind === 'upgrade' && typed.has('toTier') && upgradeOf(typed)),
    ...(kind === 'addon' && { grant: grantOf(typed) }),
    perCustomer: numberOf(typed, 'perCustomer') ?? null,
    stock: numberOf(typed, 'stock') ?? null,
    checkoutUrl: textOrNull(typed, 'checkoutUrl'),
    providerRefs: refsOf(typed),
  }
}

/**
 * Returns what differs from the listing that the form began with. The limit per end user goes along with the price:
 * without it, the service gives a listing that becomes free or priced the usual limit, not the one in the form.
 */
export function changeOf(body: Partial<NewListing>, listing: Listing): Partial<NewListing> {
  const { fromTierIds } = listing
  // The form reads them in another order than they are stored in.
  const before = { ...listing, fromTierIds: fromTierIds && [...fromTierIds].sort() }
  const changed = changedOf<Partial<NewListing>>(body, before)
  return changed.price === undefined ? changed : { ...changed, perCustomer: body.perCustomer }
}

function upgradeOf(typed: FormData) {
  const from = typed.getAll('fromTiers').map(String).sort()
  return { toTierId: textOrNull(typed, 'toTier'), fromTierIds: from.length > 0 ? from : null }
}

function grantOf(typed: FormData): Listing['grant'] {
  const grant = {
    hwidLimit: numberOf(typed, 'grantDevices'),
    maxConcurrentSessions: numberOf(typed, 'grantSessions'),
    maxHwidResets: numberOf(typed, 'grantResets'),
  }
  return Object.values(grant).some((value) => value !== undefined) ? grant : null
}
