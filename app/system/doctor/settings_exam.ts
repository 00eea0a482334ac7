import { existsSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { appUrl, appUrlIsSet } from '#config/app'
import { incompleteProviders, settingName } from '#config/oauth'
import { configuredUrl } from '#config/postgres'
import { version } from '#config/release'
import type { Symptom } from './diagnosis.js'

type SettingFacts = {
  version: string
  node: string
  production: boolean
  /** Whether DATABASE_URL is set. */
  ownDatabase: boolean
  /** Null if APP_URL is not set. */
  appUrl: string | null
  /** OAuth providers whose settings are incomplete. */
  incomplete: readonly string[]
  /** Whether the pages of the console are built. */
  consoleBuilt: boolean
}

export async function examineSettings(): Promise<Symptom[]> {
  return judgeSettings({
    version,
    node: process.version,
    production: app.inProduction,
    ownDatabase: Boolean(configuredUrl),
    appUrl: appUrlIsSet ? appUrl : null,
    incomplete: incompleteProviders,
    consoleBuilt: existsSync(app.makePath('public/console/index.html')),
  })
}

/** @internal */
export function judgeSettings(facts: SettingFacts): Symptom[] {
  const environment = facts.production ? 'production' : 'not in production'
  const found: Symptom[] = [
    { status: 'ok', found: `Latchkey ${facts.version}, Node.js ${facts.node}, ${environment}` },
  ]
  if (facts.ownDatabase && !facts.production) {
    const remedy =
      'for a deployment, set APP_KEY, and no NODE_ENV but production: the service and its commands then set that themselves'
    found.push({ status: 'warning', found: 'DATABASE_URL is set, and NODE_ENV is not production', remedy })
  }
  if (facts.appUrl === null) {
    const remedy = 'set APP_URL to the address that users open'
    found.push({
      status: 'warning',
      found: 'APP_URL is not set: links in mails lead to this machine',
      remedy,
    })
  } else if (facts.production && !facts.appUrl.startsWith('https:')) {
    const remedy = 'serve it through a proxy with TLS (docs/operating/proxies.md)'
    found.push({
      status: 'warning',
      found: `APP_URL is ${facts.appUrl}: passwords travel unencrypted`,
      remedy,
    })
  }
  for (const name of facts.incomplete) {
    const remedy = `set ${settingName(name, 'CLIENT_ID')} and the other settings of the provider`
    found.push({ status: 'warning', found: `OAUTH_PROVIDERS names ${name}, which is not offered`, remedy })
  }
  if (!facts.consoleBuilt) {
    found.push({ status: 'warning', found: 'the console is not built', remedy: 'npm run build' })
  }
  return found
}
