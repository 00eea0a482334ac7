export { EndUsers } from './end_users'
export { EndUserPage } from './end_user'
