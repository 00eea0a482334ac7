import type { Processor } from '../../api/types'

export const PROVIDERS: readonly (readonly [Processor['provider'], string])[] = [
  ['stripe', 'Stripe'],
  ['paddle', 'Paddle'],
  ['lemonsqueezy', 'Lemon Squeezy'],
  ['polar', 'Polar'],
  ['standard', 'Other (Standard Webhooks)'],
]

export const providerName = (provider: Processor['provider']) =>
  PROVIDERS.find(([one]) => one === provider)?.[1] ?? provider
