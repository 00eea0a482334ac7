/** What a link of a mail carries behind its "#", which no server sees. */
type Landing = { kind: 'token' | 'invite' | 'ticket'; value: string }

/** Takes it out of the address, so that neither the history nor a copied address has a secret in it. */
function takeLanding(): Landing | null {
  const [, kind, value] = /^#(token|invite|ticket)=([\w-]{1,200})$/.exec(location.hash) ?? []
  if (!value) return null
  history.replaceState(null, '', location.pathname + location.search)
  return { kind: kind as Landing['kind'], value }
}

/** What the link of a mail brought here, read once before the first page is drawn. */
export const landed = takeLanding()
