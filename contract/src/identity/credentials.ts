import { z } from 'zod'
import { textLine } from '../api/text.ts'
import { Email, ExistingPassword, NewAccount, Password } from './users.ts'

const matchingPasswords = { path: ['confirmPassword'], error: "Passwords don't match" }

export const Registration = NewAccount.extend({ confirmPassword: z.string("Passwords don't match") })
  .refine(({ password, confirmPassword }) => password === confirmPassword, matchingPasswords)
  .meta({
    id: 'Registration',
    example: {
      email: 'casey@example.com',
      password: 'correct-horse-battery',
      confirmPassword: 'correct-horse-battery',
      phone: '615-555-0102',
      firstName: 'Casey',
      lastName: 'Testwell',
    },
  })
export type Registration = z.infer<typeof Registration>

export const codeField = (message: string) =>
  z
    .string(message)
    .trim()
    .regex(/^\d{6}$/, message)

export const EmailVerification = z
  .object({ email: Email, code: codeField('Verification code must be 6 digits') })
  .meta({ id: 'EmailVerification', example: { email: 'casey@example.com', code: '271828' } })
export type EmailVerification = z.infer<typeof EmailVerification>

export const EmailOnly = z.object({ email: Email }).meta({ id: 'EmailOnly', example: { email: 'casey@example.com' } })
export type EmailOnly = z.infer<typeof EmailOnly>

export const SignInLinkRequest = EmailOnly.extend({
  redirect: textLine()
    .max(2000, 'The page to return to must be less than 2000 characters')
    .optional()
    .describe('The page to open after signing in, added to the link; another site is ignored'),
}).meta({ id: 'SignInLinkRequest', example: { email: 'casey@example.com' } })
export type SignInLinkRequest = z.infer<typeof SignInLinkRequest>

const linkTokenMessage = 'The link is not complete'

export const LinkToken = z
  .object({ token: z.string(linkTokenMessage).min(1, linkTokenMessage).max(200, linkTokenMessage) })
  .meta({ id: 'LinkToken', example: { token: 'q1Yt…' } })
export type LinkToken = z.infer<typeof LinkToken>

export const PasswordReset = z
  .object({
    email: Email,
    code: codeField('Reset code must be 6 digits'),
    password: Password,
    confirmPassword: z.string("Passwords don't match"),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, matchingPasswords)
  .meta({
    id: 'PasswordReset',
    example: {
      email: 'casey@example.com',
      code: '314159',
      password: 'staple-horse-battery',
      confirmPassword: 'staple-horse-battery',
    },
  })
export type PasswordReset = z.infer<typeof PasswordReset>

export const Login = z
  .object({ email: Email, password: ExistingPassword('Password') })
  .meta({ id: 'Login', example: { email: 'enterprise@dooryard.test', password: 'dooryard-demo' } })
export type Login = z.infer<typeof Login>
