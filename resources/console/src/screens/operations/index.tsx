export { Operations } from './operations'
export { OperationPage } from './operation_page'
