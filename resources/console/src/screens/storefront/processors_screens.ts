export { Processors } from './processors'
export { ProcessorPage } from './processor'
