import { appUrl } from '#config/app'
import { providerSettings } from '#config/settings/accounts'
import type { Profile } from '#accounts/oauth/profiles'
import env from '#start/env'

/** Endpoints of a plain OAuth 2 provider; `emails` if mail addresses have an endpoint of their own. */
export type Endpoints = { authorize: string; token: string; user: string; emails?: string }

type Kind =
  | { kind: 'oidc'; issuer: string; scope: string }
  | { kind: 'oauth2'; issuer: string; scope: string; profile: Profile; endpoints: Endpoints }

/** An identity provider as configured by its settings. */
export type OauthProvider = Kind & { name: string; clientId: string; clientSecret: string }

/** GitHub and Discord speak plain OAuth 2: their user endpoint identifies the user. */
const PRESETS: Record<string, Kind> = {
  google: { kind: 'oidc', issuer: 'https://accounts.google.com', scope: 'openid email' },
  github: {
    kind: 'oauth2',
    profile: 'github',
    issuer: 'https://github.com',
    scope: 'read:user user:email',
    endpoints: {
      authorize: 'https://github.com/login/oauth/authorize',
      token: 'https://github.com/login/oauth/access_token',
      user: 'https://api.github.com/user',
      emails: 'https://api.github.com/user/emails',
    },
  },
  discord: {
    kind: 'oauth2',
    profile: 'discord',
    issuer: 'https://discord.com',
    scope: 'identify email',
    endpoints: {
      authorize: 'https://discord.com/oauth2/authorize',
      token: 'https://discord.com/api/oauth2/token',
      user: 'https://discord.com/api/users/@me',
    },
  },
}

type Row = keyof typeof providerSettings

/** The name of a setting of a provider: `OAUTH_<NAME>_<ROW>`. */
export const settingName = (provider: string, row: Row) =>
  `OAUTH_${provider.toUpperCase().replaceAll('-', '_')}_${row}`

function setting(provider: string, row: Row): string | undefined {
  const name = settingName(provider, row)
  return providerSettings[row](name, env.get(name as never))
}

function configured(name: string): OauthProvider | null {
  const clientId = setting(name, 'CLIENT_ID')
  const clientSecret = setting(name, 'CLIENT_SECRET')
  const kind = kindOf(name)
  return clientId && clientSecret && kind ? { ...kind, name, clientId, clientSecret } : null
}

/** An OpenID Connect provider if an issuer is set; otherwise the preset of that name, with its overridden endpoints. */
function kindOf(name: string): Kind | null {
  const issuer = setting(name, 'ISSUER')
  if (issuer) return { kind: 'oidc', issuer, scope: 'openid email' }
  const preset = PRESETS[name]
  if (preset?.kind !== 'oauth2') return preset ?? null
  const { authorize, token, user, emails } = preset.endpoints
  const endpoints = {
    authorize: setting(name, 'AUTHORIZE_URL') ?? authorize,
    token: setting(name, 'TOKEN_URL') ?? token,
    user: setting(name, 'USER_URL') ?? user,
    emails: setting(name, 'EMAILS_URL') ?? emails,
  }
  return { ...preset, endpoints }
}

const names = env.get('OAUTH_PROVIDERS') ?? []

/** Providers that OAUTH_PROVIDERS names but that lack a setting; they are not offered. */
export const incompleteProviders = names.filter((name) => configured(name) === null)

/**
 * The fully configured providers, by name: OAUTH_PROVIDERS names them, and each has OAUTH_<NAME>_CLIENT_ID,
 * _CLIENT_SECRET and, unless it is a preset, _ISSUER (contract#settings). The endpoints of GitHub and Discord can be
 * set, for GitHub Enterprise and for tests. Tests also add providers of their own.
 */
export const oauthProviders = new Map<string, OauthProvider>(
  names
    .map(configured)
    .filter((provider) => provider !== null)
    .map((provider) => [provider.name, provider])
)

/** Whether users may sign in with linked accounts. */
export const oauthSignIn = { enabled: env.get('OAUTH_SIGN_IN') }

/** The URL to which a provider redirects back; the same URL is registered with the provider. */
export const callbackUrl = (provider: string) => `${appUrl}/oauth/${provider}/callback`
