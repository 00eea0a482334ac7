export { SignIn } from './sign_in'
export { SignUp } from './sign_up'
export { ForgotPassword, ResetPassword } from './passwords'
export { VerifyEmail } from './verify_email'
