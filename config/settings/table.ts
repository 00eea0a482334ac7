import { accountSettings, providerSettings } from './accounts.js'
import { keys } from './keys.js'
import { limitSettings } from './limits.js'
import { mailSettings } from './mail.js'
import { quotaSettings } from './quotas.js'
import { serving } from './serving.js'
import type { Setting } from './setting.js'
import { storefrontSettings } from './storefront.js'
import { stores } from './stores.js'
import { webhookSettings } from './webhooks.js'
import { workers } from './workers.js'

/**
 * Every setting that the service reads, with its check, its default and its description (contract#settings). The
 * environment check, docs/operating/settings.md and `.env.example` are generated from it.
 */
export const settings = {
  ...serving,
  ...keys,
  ...stores,
  ...workers,
  ...webhookSettings,
  ...limitSettings,
  ...quotaSettings,
  ...accountSettings,
  ...mailSettings,
  ...storefrontSettings,
}

/** How documents name a setting of the providers in OAUTH_PROVIDERS. */
const ofProvider = (name: string) => `OAUTH_<NAME>_${name}`

const providers = Object.fromEntries(
  Object.entries(providerSettings).map(([name, row]) => [ofProvider(name), row])
)

/** The same rows for documents: grouped under headings, with the settings that each identity provider has. */
export const groups: { title: string; says?: string; rows: Record<string, Setting> }[] = [
  { title: 'Serving', rows: serving },
  { title: 'Keys and signing', rows: keys },
  { title: 'Stores', rows: stores },
  { title: 'Workers', rows: workers },
  { title: 'Webhooks', rows: webhookSettings },
  { title: 'Limits', says: '`-1` is unlimited.', rows: limitSettings },
  { title: 'Quotas', says: '`-1` is unlimited.', rows: quotaSettings },
  { title: 'Accounts', rows: { ...accountSettings, ...providers } },
  { title: 'Mail', rows: mailSettings },
  { title: 'Storefronts and domains', rows: storefrontSettings },
]
