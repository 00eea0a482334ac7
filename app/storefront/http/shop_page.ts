import { hash } from 'node:crypto'
import { portalPage } from '#config/portal'
import { escaped } from '#kernel/text/html_text'
import type { Shop } from '#storefront/queries/find_shop'
import type { ListingKind, ShopListing } from '#storefront/rules/listing'
import { priceText } from '#storefront/rules/price_text'

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 44rem; padding: 2rem 1rem }
header { border-bottom: 3px solid var(--accent); margin-bottom: 1.5rem }
header img { max-height: 4rem; max-width: 16rem }
h1, h2 { line-height: 1.2; margin: 0.5rem 0; overflow-wrap: anywhere }
h2 { font-size: 1.2rem }
p { margin: 0.5rem 0; overflow-wrap: anywhere; white-space: pre-line }
ul { list-style: none; margin: 0; padding: 0 }
li { border: 1px solid #8886; border-radius: 0.5rem; margin: 1rem 0; padding: 1rem }
.price { font-weight: 600 }
footer { margin-top: 2rem }
footer a { margin-right: 1rem }
`
const ACCENT = '#3457d5'

/** The HTML page of a shop, and its Content-Security-Policy. */
export type ShopPage = { html: string; policy: string }

/**
 * Builds the page of a published storefront, without scripts (contract/10-storefront#104-public). It shows the texts of
 * merchants as plain text only, never as HTML (contract/10-storefront#107-abuse).
 */
export function shopPage({ org, storefront, portal, listings }: Shop): ShopPage {
  const { name, description, theme, supportEmail, termsUrl, hostnames } = storefront
  const style = `:root { --accent: ${theme?.accentColor ?? ACCENT} }${STYLE}`
  const logo = theme?.logoUrl ? `<img src="${escaped(theme.logoUrl)}" alt="" />` : ''
  const account = portal.enabled ? portalPage(org.id) : null
  const offers =
    listings.length > 0
      ? `<ul>${listings.map((listing) => offer(listing, account)).join('')}</ul>`
      : '<p>Nothing is on offer.</p>'
  const links = [
    termsUrl && link(termsUrl, 'Terms'),
    account && link(account, 'Your licenses'),
    supportEmail && link(`mailto:${encodeURIComponent(supportEmail)}`, 'Support'),
  ]
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<link rel="icon" href="data:," />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${escaped(name)}</title>
<style>${style}</style>
</head>
<body>
<header>${logo}<h1>${escaped(name)}</h1>${paragraph(description)}</header>
<main>${offers}</main>
<footer>${links.filter(Boolean).join('')}<p>${escaped(org.name)} · ${escaped(hostnames[0] ?? '')}</p></footer>
</body>
</html>
`
  const sha = hash('sha256', style, 'base64')
  const policy = [
    ...["default-src 'none'", `style-src 'sha256-${sha}'`, 'img-src https: data:', "base-uri 'none'"],
    ...["form-action 'none'", "frame-ancestors 'none'"],
  ].join('; ')
  return { html, policy }
}

/** The labels of the links to the portal, where end users see their licenses and have a verified address. */
const STEPS: Record<ListingKind, string> = {
  new: 'Get it',
  renewal: 'Renew a license',
  upgrade: 'Upgrade a license',
  addon: 'Add to a license',
}

function offer(listing: ShopListing, account: string | null): string {
  const { name, description, kind, price, extendDays, perCustomer } = listing
  const notes = [
    kind === 'renewal' && `Renews a license by ${extendDays} days`,
    kind === 'upgrade' && 'Upgrades a license',
    kind === 'addon' && 'Adds to a license',
    perCustomer !== null && `${perCustomer} for each person`,
  ].filter(Boolean)
  return `<li><h2>${escaped(name)}</h2>${paragraph(description)}<p class="price">${escaped(priceText(price))}</p>${
    notes.length > 0 ? `<p>${notes.join(' · ')}</p>` : ''
  }${wayTo(listing, account)}</li>`
}

/** A new license can be bought at the checkout directly. For the other kinds, the end user starts in the portal. */
function wayTo({ id, kind, price, checkoutUrl }: ShopListing, account: string | null): string {
  const isSoldElsewhere = price !== null && checkoutUrl !== null
  if (isSoldElsewhere && (kind === 'new' || !account)) return link(checkoutUrl, 'Buy')
  return account ? link(`${account}/shop/${id}`, STEPS[kind]) : ''
}

const paragraph = (text: string | null) => (text ? `<p>${escaped(text)}</p>` : '')
const link = (href: string, text: string) =>
  `<a href="${escaped(href)}" rel="noopener noreferrer">${escaped(text)}</a>`
