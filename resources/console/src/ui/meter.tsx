/** A progress bar. */
export function Meter({
  done,
  of,
  label,
  look = '',
}: {
  done: number
  of: number
  label: string
  look?: string
}) {
  const part = of === 0 ? 0 : Math.min(done / of, 1)
  return (
    <div
      className={`meter ${look}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={of}
      aria-valuenow={done}
    >
      <i style={{ transform: `scaleX(${part})` }} />
    </div>
  )
}
