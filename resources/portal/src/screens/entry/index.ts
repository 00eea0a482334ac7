export { SignIn } from './sign_in'
export { MailedLink } from './mailed_link'
export { Invite } from './invite'
