import { useChoice } from './kept_choice'
import { shortTime } from './short_time'
import { useMinutes } from './use_minutes'

function longTime(iso: string): string {
  const local = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' }).format(
    new Date(iso)
  )
  return `${local} local time\n${iso.replace('T', ' ').replace(/\.\d+Z$/, '')} UTC`
}

/** Shows a moment. Its title has the local time and UTC. */
export function Time({ at, none = '' }: { at: string | null; none?: string }) {
  const zone = useChoice('zone')
  useMinutes()
  if (!at) return <span className="faint">{none}</span>
  return (
    <time dateTime={at} title={longTime(at)}>
      {shortTime(at, zone)}
    </time>
  )
}

/** Formats a number, e.g. 10,000. */
export const shown = (count: number) => new Intl.NumberFormat('en').format(count)

/** Formats a count with its noun: "1 license", "10,000 licenses". */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${shown(count)} ${count === 1 ? one : many}`

/** Formats a size in bytes, e.g. "1.4 MB". */
export function sizeOf(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB']
  const at = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  return `${(bytes / 1000 ** at).toFixed(at === 0 ? 0 : 1)} ${units[at]}`
}
