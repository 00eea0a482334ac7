import { Banners } from './banners'

/** Before the first page can be drawn: what keeps it is said, such as a limit that is waited out. */
export function Starting() {
  return (
    <main className="page">
      <Banners />
      <h1 className="quiet">Loading</h1>
    </main>
  )
}
