import type { ReactNode } from 'react'
import { asRefusal } from '../api/refusal'
import { toast } from './toasts'

/**
 * Saves a file of the service. `fresh` resolves with an address that works now: the one that the page has shown may have
 * expired since, and so may the session, which a browser does not renew for a download.
 */
export async function saveFile(fresh: () => Promise<string>, name = '') {
  try {
    const link = document.createElement('a')
    link.href = await fresh()
    link.download = name
    link.click()
  } catch (error) {
    toast(asRefusal(error).message, { bad: true })
  }
}

type Props = {
  href: string
  /** The name of the saved file. Without it, the service names the file. */
  name?: string
  look: string
  fresh: () => Promise<string>
  children: ReactNode
}

/** A link that saves a file, see `saveFile`. */
export function DownloadLink({ href, name, look, fresh, children }: Props) {
  return (
    <a
      href={href}
      download={name ?? true}
      className={look}
      onClick={(event) => {
        event.preventDefault()
        void saveFile(fresh, name)
      }}
    >
      {children}
    </a>
  )
}
