import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useChoice } from '../../ui/kept_choice'
import { shown } from '../../ui/time'
import { placeByKey, placeUnder, placeWords, widthOf } from './chart_place'

type Point = { at: string; count: number }

const HEIGHT = 140

/** Returns the current colour of a custom property, because a canvas cannot read custom properties. */
function colourOf(name: string, near: HTMLElement): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${name})`
  near.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

type Props = { label: string; points: Point[]; hours: boolean }

/**
 * A stepped line over time, below its sum. The interval under the pointer takes the place of the sum. With the focus the
 * chart is a slider: arrow keys go through its intervals, and screen readers read each one out.
 */
export function Chart({ label, points, hours }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<UPlot | null>(null)
  const theme = useChoice('theme')
  const [place, setPlace] = useState<number | null>(null)
  const moved = useEffectEvent(({ cursor: { left = -1 }, data, posToVal }: UPlot) =>
    setPlace(left < 0 ? null : placeUnder(data[0] as number[], posToVal(left, 'x')))
  )
  useEffect(() => {
    const near = box.current!
    const draw = () => {
      chart.current?.destroy()
      chart.current = new UPlot(
        { ...optionsOf(near, hours), hooks: { setCursor: [moved] } },
        [points.map(({ at }) => Date.parse(at) / 1000), points.map(({ count }) => count)],
        near
      )
    }
    draw()
    const watch = new ResizeObserver(() =>
      chart.current?.setSize({ width: near.clientWidth, height: HEIGHT })
    )
    watch.observe(near)
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', draw)
    return () => {
      dark.removeEventListener('change', draw)
      watch.disconnect()
      chart.current?.destroy()
      chart.current = null
    }
  }, [points, hours, theme])

  const show = (to: number | null) => {
    const plot = chart.current!
    const times = plot.data[0] as number[]
    const middle = to === null ? null : times[to] + widthOf(times) / 2
    plot.setCursor({ left: middle === null ? -10 : plot.valToPos(middle, 'x'), top: 0 })
  }
  const press = (event: KeyboardEvent) => {
    const to = placeByKey(event.key, place, points.length)
    if (to === undefined) return
    event.preventDefault()
    show(to)
  }
  const last = points.length - 1
  const at = place === null ? undefined : points[place]
  const read = at ?? points.at(-1)
  return (
    <>
      <div className="chart-figure">
        <h2>{label}</h2>
        <span className="chart-value numbers">
          {at && <small>{placeWords(at.at, hours)}</small>}
          <b>{shown(at?.count ?? points.reduce((sum, { count }) => sum + count, 0))}</b>
        </span>
      </div>
      <div
        className="chart"
        role="slider"
        aria-label={`${label}, by ${hours ? 'hour' : 'day'}`}
        aria-valuemin={0}
        aria-valuemax={Math.max(last, 0)}
        aria-valuenow={place ?? Math.max(last, 0)}
        aria-valuetext={read ? `${placeWords(read.at, hours)}: ${shown(read.count)}` : 'Nothing'}
        tabIndex={0}
        onKeyDown={press}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && last >= 0 && show(last)}
        onBlur={() => chart.current && show(null)}
      >
        <div ref={box} aria-hidden="true" />
      </div>
    </>
  )
}

function optionsOf(near: HTMLElement, hours: boolean): UPlot.Options {
  const [accent, line, text] = ['--accent', '--line', '--text-3'].map((name) => colourOf(name, near))
  const shownTime = new Intl.DateTimeFormat(
    'en-GB',
    hours
      ? { weekday: 'short', hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }
      : { day: 'numeric', month: 'short', timeZone: 'UTC' }
  )
  const axis = { stroke: text, font: '11px "Inter Variable"', ticks: { show: false } }
  return {
    width: near.clientWidth,
    height: HEIGHT,
    padding: [8, 18, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      // The last interval is as wide as the others.
      x: { range: ({ data: [times] }, first, last) => [first, last + widthOf(times as number[])] },
      y: { range: (_plot, _low, high) => [0, Math.max(high, 4)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 90,
        size: 24,
        values: (_plot, values) => values.map((at) => shownTime.format(at * 1000)),
      },
      {
        ...axis,
        grid: { stroke: line, width: 1 },
        size: 44,
        space: 36,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 1e6, 1e7],
        values: (_plot, values) => values.map((value) => shown(value)),
      },
    ],
    series: [
      {},
      {
        stroke: accent,
        width: 1.75,
        fill: accent.replace(/\)$/, ' / 12%)').replace(/^rgb\((\d+), (\d+), (\d+) /, 'rgb($1 $2 $3 '),
        paths: UPlot.paths.stepped!({ align: 1, extend: true }),
        points: { show: false },
      },
    ],
  }
}
