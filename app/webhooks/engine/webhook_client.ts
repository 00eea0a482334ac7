import type { Answer } from '#webhooks/rules/attempt_outcome'
import { urlProblem } from '#kernel/net/endpoint_url'
import type { GuardOptions } from '#kernel/net/guarded_agent'
import type WebhookPosts from './webhook_posts.js'

/**
 * Posts deliveries: one attempt each, with a total timeout and without redirects. Does not interpret the response.
 */
export default class WebhookClient {
  #posts: WebhookPosts | null = null

  constructor(protected options: GuardOptions) {}

  /** Makes one attempt. Never throws: the result describes the failure. */
  async post(url: string, headers: Record<string, string>, body: string): Promise<Answer> {
    const problem = urlProblem(url, this.options.allowedSubnets)
    if (problem) return { responseStatus: null, failure: problem, permanent: true }
    // The HTTP client is a large package that processes without deliveries never need.
    const { default: WebhookPosts } = await import('./webhook_posts.js')
    this.#posts ??= new WebhookPosts(this.options)
    return this.#posts.post(new URL(url), headers, body)
  }

  /** Closes every connection, including those with an attempt in flight. */
  async close() {
    const posts = this.#posts
    this.#posts = null
    await posts?.close()
  }
}
