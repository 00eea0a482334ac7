import { notFoundPages } from '../../ui/not_found'

export const { NotFound, NothingHere } = notFoundPages('Go to the console')
