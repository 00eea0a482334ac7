import type { ReactNode } from 'react'
import { Brand } from '../../ui/brand'

/** One card in the middle of an empty page. */
export function Card({
  title,
  about,
  children,
  foot,
}: {
  title: string
  about?: ReactNode
  children: ReactNode
  foot?: ReactNode
}) {
  return (
    <main className="entry">
      <div className="entry-card">
        <Brand />
        <header>
          <h1>{title}</h1>
          {about && <p className="quiet small">{about}</p>}
        </header>
        {children}
        {foot && <footer>{foot}</footer>}
      </div>
    </main>
  )
}
