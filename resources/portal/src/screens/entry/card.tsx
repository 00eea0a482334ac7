import { useEffect, type ReactNode } from 'react'
import { usePortal } from '../../api/portal'
import { Logo } from '../../ui/logo'
import { Banners } from '../../../../console/src/screens/shell/banners'
import { Foot } from '../shell/foot'

/** A card in the middle of a page for end users who have not signed in. */
export function Card({ title, about, children }: { title: string; about?: ReactNode; children: ReactNode }) {
  const { name } = usePortal()
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
  return (
    <div className="outside">
      <Banners />
      <main className="entry">
        <div className="entry-card">
          <Logo />
          <header>
            <h1>{title}</h1>
            {about && <p className="quiet small">{about}</p>}
          </header>
          {children}
        </div>
      </main>
      <Foot />
    </div>
  )
}
