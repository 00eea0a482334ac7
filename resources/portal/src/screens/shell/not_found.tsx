import { notFoundPages } from '../../../../console/src/ui/not_found'

export const { NotFound, NothingHere } = notFoundPages('Go to your licenses')
