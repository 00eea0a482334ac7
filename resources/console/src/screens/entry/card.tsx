import { useEffect, type ReactNode } from 'react'
import { Brand } from '../../ui/brand'
import { Banners } from '../shell/banners'

/** A card in the middle of an empty page. */
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
  useEffect(() => {
    document.title = `${title} · Latchkey`
  }, [title])
  return (
    <main className="entry">
      <Banners />
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
