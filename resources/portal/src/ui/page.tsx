import { useEffect, type ReactNode } from 'react'
import { usePortal } from '../api/portal'

/** A page with a heading, which is also in the title of the tab. */
export function Page({ title, head, children }: { title: string; head?: ReactNode; children: ReactNode }) {
  const { name } = usePortal()
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
  return (
    <div className="page">
      <div className="page-head">
        <h1>{title}</h1>
        {head}
      </div>
      {children}
    </div>
  )
}
