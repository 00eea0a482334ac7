import { useParams } from '@tanstack/react-router'
import { isId } from '../api/ids'

/**
 * Returns whether every parameter of the address can be an id. The service would refuse any other text on every try, in
 * words about its own parameters.
 */
export const useIsPlace = () => Object.values<string>(useParams({ strict: false })).every(isId)
