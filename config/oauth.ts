import { appUrl } from '#config/app'
import env from '#start/env'

/** An identity provider, as its settings describe it. */
export type OauthProvider = {
  name: string
  clientId: string
  clientSecret: string
  scope: string
} & (
  | { kind: 'oidc'; issuer: string }
  | { kind: 'oauth2'; issuer: string; authorize: string; token: string; userInfo: string }
)

type Preset =
  | { kind: 'oidc'; issuer: string; scope: string }
  | {
      kind: 'oauth2'
      issuer: string
      authorize: string
      token: string
      userInfo: string
      scope: string
    }

/** GitHub and Discord speak plain OAuth 2: their user endpoint says who somebody is. */
const PRESETS: Record<string, Preset> = {
  google: { kind: 'oidc', issuer: 'https://accounts.google.com', scope: 'openid email' },
  github: {
    kind: 'oauth2',
    issuer: 'https://github.com',
    authorize: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
    userInfo: 'https://api.github.com/user',
    scope: 'read:user',
  },
  discord: {
    kind: 'oauth2',
    issuer: 'https://discord.com',
    authorize: 'https://discord.com/oauth2/authorize',
    token: 'https://discord.com/api/oauth2/token',
    userInfo: 'https://discord.com/api/users/@me',
    scope: 'identify',
  },
}

const setting = (provider: string, name: string): string | undefined =>
  env.get(`OAUTH_${provider.toUpperCase().replaceAll('-', '_')}_${name}` as never)

function configured(name: string): OauthProvider | null {
  const clientId = setting(name, 'CLIENT_ID')
  const clientSecret = setting(name, 'CLIENT_SECRET')
  const issuer = setting(name, 'ISSUER')
  if (!clientId || !clientSecret) return null
  if (issuer) return { name, kind: 'oidc', issuer, scope: 'openid email', clientId, clientSecret }
  return PRESETS[name] ? { ...PRESETS[name], name, clientId, clientSecret } : null
}

/**
 * The providers that are fully configured, by name: OAUTH_PROVIDERS names them, and each has
 * OAUTH_<NAME>_CLIENT_ID, _CLIENT_SECRET and, unless it is a preset, _ISSUER (contract 7). Tests add their own.
 */
export const oauthProviders = new Map<string, OauthProvider>(
  (env.get('OAUTH_PROVIDERS') ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => /^[a-z0-9-]{1,40}$/.test(name))
    .map(configured)
    .filter((provider) => provider !== null)
    .map((provider) => [provider.name, provider])
)

/** Where a provider sends people back to; the same address is registered there. */
export const callbackUrl = (provider: string) => `${appUrl}/oauth/${provider}/callback`
