import type { Static } from 'typebox'
import type { toPagination } from '#http/pagination'
import { same } from './same.js'
import { shape } from './shapes.js'

const { named, whole } = shape

/** The pagination object (interface#22-pagination-object). */
export const PaginationShape = named(
  'Pagination',
  { page: whole(), pageSize: whole(), total: whole('The exact number of entries.'), totalPages: whole() },
  'The position of a page in its list.'
)
same<ReturnType<typeof toPagination>, Static<typeof PaginationShape>>(true)
