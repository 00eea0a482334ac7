import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useChoice } from '../../ui/kept_choice'
import { shown } from '../../ui/time'

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

/** A stepped line over time. It is drawn again when the theme or the width changes. */
export function Chart({ points, hours }: { points: Point[]; hours: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  const theme = useChoice('theme')
  useEffect(() => {
    const near = box.current!
    let plot: UPlot | null = null
    const draw = () => {
      plot?.destroy()
      plot = new UPlot(
        optionsOf(near, hours),
        [points.map(({ at }) => Date.parse(at) / 1000), points.map(({ count }) => count)],
        near
      )
    }
    draw()
    const watch = new ResizeObserver(() => plot?.setSize({ width: near.clientWidth, height: HEIGHT }))
    watch.observe(near)
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', draw)
    return () => {
      dark.removeEventListener('change', draw)
      watch.disconnect()
      plot?.destroy()
    }
  }, [points, hours, theme])
  return <div ref={box} className="chart" aria-hidden="true" />
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
    cursor: { y: false, drag: { x: false, y: false } },
    scales: { y: { range: (_plot, _low, high) => [0, Math.max(high, 4)] } },
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
        paths: UPlot.paths.stepped!({ align: 1 }),
        points: { show: false },
      },
    ],
  }
}
