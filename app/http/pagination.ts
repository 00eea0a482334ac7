/** The pagination object (interface#22-pagination-object). */
export function toPagination(page: number, pageSize: number, total: number) {
  return { page, pageSize, total, totalPages: Math.ceil(total / pageSize) }
}
