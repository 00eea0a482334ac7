import { useState } from 'react'
import type { Tier } from '../../api/types'
import { DAYS, dayOf, endOfDay } from '../../ui/days'
import { Choice, Field } from '../../ui/field'
import { keptChoice } from '../../ui/kept_choice'
import { numberOf, textOf } from '../../ui/typed'

type Terms = NonNullable<Tier['terms']>
type Mode = Terms['expirationMode']
const MODES = [
  ['', 'Set for each license'],
  ['never', 'Never expire'],
  ['fixed', 'Expire on a date'],
  ['afterActivation', 'Expire a number of days after first use'],
  ['both', 'Expire a number of days after first use, by a date at the latest'],
] as const
const CHANNELS = ['stable', 'rc', 'beta', 'alpha', 'dev'] as const

/**
 * Reads the terms from the form. Null leaves the terms to each license. A day that was not changed keeps its time of
 * day.
 */
export function termsOf(typed: FormData, tier?: Tier) {
  const expirationMode = textOf(typed, 'mode') as Mode | undefined
  if (!expirationMode) return null
  const day = textOf(typed, 'day')
  const zone = keptChoice('zone')
  const known = tier?.terms?.expiresAt
  const expiresAt = day === dayOf(known, zone) ? known : endOfDay(day, zone)
  return {
    expirationMode,
    ...(expiresAt && { expiresAt }),
    ...(numberOf(typed, 'days') !== undefined && { expiresAfterDays: numberOf(typed, 'days') }),
  }
}

/** Returns what `termsOf` reads while nothing is changed. */
export function keptTerms({ terms }: Tier) {
  if (!terms) return null
  const { expirationMode, expiresAt, expiresAfterDays } = terms
  return {
    expirationMode,
    ...(expiresAt && { expiresAt }),
    ...(expiresAfterDays !== null && { expiresAfterDays }),
  }
}

export const channelsOf = (typed: FormData) => channelsIn(typed.getAll('channels'))

/** Returns the selected channels, or null if none but stable is selected. */
export function channelsIn(names: readonly unknown[]): Tier['channels'] {
  const chosen = CHANNELS.filter((one) => names.includes(one))
  return chosen.every((one) => one === 'stable') ? null : chosen
}

/** Edits the terms of a tier and the release channels that its licenses are offered. */
export function TierTerms({ tier, problems }: { tier?: Tier; problems: Record<string, string | undefined> }) {
  const terms = tier?.terms
  const [mode, setMode] = useState<string>(terms?.expirationMode ?? '')
  return (
    <>
      <div className="form-row">
        <Choice
          label="Expiry"
          name="mode"
          options={MODES}
          value={mode}
          onChange={(event) => setMode(event.target.value)}
          problem={problems['terms.expirationMode']}
        />
        {(mode === 'afterActivation' || mode === 'both') && (
          <Field
            label="Days after first use"
            name="days"
            type="number"
            min={1}
            defaultValue={terms?.expiresAfterDays ?? ''}
            problem={problems['terms.expiresAfterDays']}
          />
        )}
        {(mode === 'fixed' || mode === 'both') && (
          <Field
            label="Date"
            name="day"
            {...DAYS}
            defaultValue={dayOf(terms?.expiresAt, keptChoice('zone'))}
            problem={problems['terms.expiresAt']}
          />
        )}
        <Field
          label="Update period, days"
          name="updatesDays"
          type="number"
          min={1}
          placeholder="Unlimited"
          defaultValue={tier?.updatesDays ?? ''}
          problem={problems.updatesDays}
        />
      </div>
      <fieldset className="field">
        <legend className="label">Release channels</legend>
        <div className="actions wrap">
          {CHANNELS.map((one) => (
            <label key={one} className="check">
              <input
                type="checkbox"
                name="channels"
                value={one}
                defaultChecked={tier?.channels?.includes(one) ?? one === 'stable'}
              />
              {one}
            </label>
          ))}
        </div>
      </fieldset>
    </>
  )
}
