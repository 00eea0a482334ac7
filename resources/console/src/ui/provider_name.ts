const NAMES: Record<string, string> = { github: 'GitHub', google: 'Google', discord: 'Discord' }

/** Returns the usual name of an identity provider. */
export const providerName = (provider: string) => NAMES[provider] ?? provider
