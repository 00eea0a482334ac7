import { test } from '@japa/runner'
import type { toDelivery, toEndpoint, toEndpointWithSecret } from '#webhooks/http/webhook_transformer'
import type { toOperation } from '#operations/http/operation_transformer'
import type ListItems from '#operations/queries/list_items'
import type { Operation, OperationItem } from '#sdk/api/operation_types'
import type { Delivery, WebhookEndpoint, WebhookEndpointWithSecret } from '#sdk/api/webhook_types'

type Answers<Transformer extends (...args: never[]) => unknown> = ReturnType<Transformer>
type Item = Awaited<ReturnType<ListItems['execute']>>['items'][number]

/** What the service answers, and what the SDK calls it where it has no type of the API document. */
type Pairs = {
  operation: [Answers<typeof toOperation>, Operation]
  item: [Item, OperationItem]
  endpoint: [Answers<typeof toEndpoint>, WebhookEndpoint]
  endpointWithSecret: [Answers<typeof toEndpointWithSecret>, WebhookEndpointWithSecret]
  delivery: [Answers<typeof toDelivery>, Delivery]
}

/** The names of the pairs of which the answer is not of the type, or has a field that the type lacks. */
type Wrong = {
  [Name in keyof Pairs]: [Pairs[Name][0]] extends [Pairs[Name][1]]
    ? keyof Pairs[Name][0] extends keyof Pairs[Name][1]
      ? never
      : Name
    : Name
}[keyof Pairs]

test('the types of the SDK that are written by hand fit what the service answers', ({ assert }) => {
  // It does not compile while a pair is wrong.
  const wrong: Wrong[] = []
  const none: never[] = wrong
  assert.isEmpty(none)
})
