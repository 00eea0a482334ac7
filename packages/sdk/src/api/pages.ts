import type { Pagination } from './types.js'

export type Page<Item> = {
  items: Item[]
  /** The cursor of the next page; null on the last. */
  nextCursor: string | null
  /** Counts, where the list has them. */
  pagination?: Pagination
}

/** A list: `for await` gives every entry, and asks for the next page when the last one is used up. */
export class Pages<Item> implements AsyncIterable<Item> {
  #read: (cursor: string) => Promise<Page<Item>>
  #start: string

  /** @internal */
  constructor(read: (cursor: string) => Promise<Page<Item>>, start = '') {
    this.#read = read
    this.#start = start
  }

  /** The first page alone. */
  first(): Promise<Page<Item>> {
    return this.#read(this.#start)
  }

  /** Page after page. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    for (let cursor: string | null = this.#start; cursor !== null;) {
      const page: Page<Item> = await this.#read(cursor)
      yield page
      cursor = page.nextCursor
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { items } of this.pages()) yield* items
  }
}
