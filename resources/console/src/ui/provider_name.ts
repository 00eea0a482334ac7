const NAMES: Record<string, string> = { github: 'GitHub', google: 'Google', discord: 'Discord' }

/** What people call a provider of identities. */
export const providerName = (provider: string) => NAMES[provider] ?? provider
