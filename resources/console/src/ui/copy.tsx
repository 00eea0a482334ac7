import { useRef, useState } from 'react'
import { Button } from './button'

/** Copies a text. Over plain HTTP scripts have no access to the clipboard, but `execCommand` still works. */
async function copy(text: string, near: HTMLElement) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const { activeElement } = document
  const area = document.createElement('textarea')
  area.value = text
  near.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
  if (activeElement instanceof HTMLElement) activeElement.focus()
}

export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  return (
    <span ref={place}>
      <Button
        look="plain square small"
        icon={copied ? 'check' : 'copy'}
        aria-label={copied ? 'Copied' : `Copy ${what}`}
        title={`Copy ${what}`}
        onClick={() =>
          void copy(text, place.current!).then(() => {
            setCopied(true)
            setTimeout(() => setCopied(false), 1500)
          })
        }
      />
    </span>
  )
}
