import { Banners } from './banners'

/** Shown before the first page. The banners say why it takes long, e.g. a rate limit. */
export function Starting() {
  return (
    <main className="page">
      <Banners />
      <h1 className="quiet">Loading</h1>
    </main>
  )
}
