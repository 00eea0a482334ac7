import type { Listing } from '../../api/types'
import { Field } from '../../ui/field'
import type { Kind } from './listing_words'

type Props = { kind: Kind; listing?: Listing; problems: Record<string, string | undefined> }

/** What only listings of a kind have. */
export function KindFields({ kind, listing, problems }: Props) {
  const number = (label: string, name: string, value?: number | null, problem?: string, none?: string) => (
    <Field
      key={name}
      label={label}
      name={name}
      type="number"
      min={1}
      placeholder={none}
      defaultValue={value ?? ''}
      problem={problem}
    />
  )
  if (kind === 'new') {
    const { expiresAfterDays } = listing?.terms ?? {}
    return number('Days it runs', 'days', expiresAfterDays, problems['terms.expiresAfterDays'], 'For ever')
  }
  if (kind === 'renewal')
    return number('Days it adds', 'extendDays', listing?.extendDays, problems.extendDays)
  if (kind === 'addon') {
    const { hwidLimit, maxConcurrentSessions, maxHwidResets } = listing?.grant ?? {}
    return [
      number('Devices it adds', 'grantDevices', hwidLimit, problems['grant.hwidLimit']),
      number('Running at a time that it adds', 'grantSessions', maxConcurrentSessions),
      number('Device resets it adds', 'grantResets', maxHwidResets),
    ]
  }
  return null
}
