import type { Pagination } from './types.js'

export type Page<Item> = {
  items: Item[]
  /** The cursor of the next page; null on the last. */
  nextCursor: string | null
  /** Counts, if the list provides them. */
  pagination?: Pagination
}

/** A list: `for await` yields every entry and requests further pages as needed. */
export class Pages<Item> implements AsyncIterable<Item> {
  #read: (cursor: string) => Promise<Page<Item>>
  #start: string

  /** @internal */
  constructor(read: (cursor: string) => Promise<Page<Item>>, start = '') {
    this.#read = read
    this.#start = start
  }

  /** The first page only. */
  first(): Promise<Page<Item>> {
    return this.#read(this.#start)
  }

  /** Yields page after page. */
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
