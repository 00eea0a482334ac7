import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { DAYS, isDay } from './days'
import { Icon } from './icons'
import { useKeys } from './keys'
import { SETTLED } from './use_settled'

/**
 * The text of a filter field. It takes effect once the user stops typing and `isWhole` holds. Until then it stays as it is
 * typed, whatever the address of the page says.
 */
function useTyped(value: string, change: (text: string) => void, isWhole = (_: string) => true) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const [asked, setAsked] = useState(value)
  if (value !== known) {
    setKnown(value)
    // If the value is the text that this field asked for, the user may have typed more: keep the newer text. Any other
    // value comes from elsewhere, e.g. from "back".
    if (value !== asked) {
      setText(value)
      setAsked(value)
    }
  }
  const takeEffect = useEffectEvent(() => {
    if (!isWhole(text)) return
    setAsked(text.trim())
    change(text.trim())
  })
  useEffect(() => {
    if (text.trim() === value) return
    const { pathname } = location
    const timer = setTimeout(() => {
      // This page is still there while the next one loads. Its filters must not bring the user back.
      if (location.pathname === pathname) takeEffect()
    }, SETTLED)
    return () => clearTimeout(timer)
  }, [text, value])
  return [text, setText] as const
}

/** A search field. The text takes effect once the user stops typing. */
export function SearchField({
  label,
  placeholder,
  value,
  change,
  maxLength,
  shortcut = true,
}: {
  label: string
  placeholder: string
  value: string
  change: (text: string) => void
  /** The longest text that the service searches for. A longer one would make an address that no longer loads. */
  maxLength: number
  /** False for pages without a setting that turns off shortcuts of one key. */
  shortcut?: boolean
}) {
  const [text, setText] = useTyped(value, change)
  const input = useRef<HTMLInputElement>(null)
  useKeys(shortcut ? { '/': () => input.current?.focus() } : {})
  return (
    <div className="search">
      <Icon name="search" />
      <input
        ref={input}
        className="input"
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={maxLength}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur()
          if (event.key === 'Enter') document.querySelector<HTMLElement>('[role=grid]')?.focus()
        }}
      />
    </div>
  )
}

type PickProps = {
  label: string
  value: string | undefined
  none: string
  options: readonly (readonly [string, string])[]
  change: (value: string | undefined) => void
}

/** Selects one of the options, or none of them for any value. */
export function Pick({ label, value = '', none, options, change }: PickProps) {
  return (
    <select
      className="input"
      aria-label={label}
      value={value}
      onChange={(event) => change(event.target.value || undefined)}
    >
      <option value="">{none}</option>
      {options.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  )
}

type DayProps = {
  label: string
  /** The label for screen readers. */
  name?: string
  value?: string
  change: (value: string | undefined) => void
}

/** While a year is typed, the browser gives the years 2, 20 and 202. An empty text is no day, which is whole as well. */
const isWholeDay = (day: string) => day === '' || isDay(day)

/** A day. It takes effect once the user stops typing. */
export function Day({ label, name = label, value = '', change }: DayProps) {
  const [day, setDay] = useTyped(value, (text) => change(text || undefined), isWholeDay)
  return (
    <label className="date-filter">
      {label}
      <input
        className="input"
        {...DAYS}
        aria-label={name}
        value={day}
        onChange={(event) => setDay(event.target.value)}
      />
    </label>
  )
}
