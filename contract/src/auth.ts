import { z } from 'zod'
import { Balance, CreditSetting } from './credits.ts'
import { endpoint } from './endpoint.ts'
import { exampleOf } from './examples.ts'
import { Role } from './roles.ts'

export const User = z
  .object({
    id: z.string(),
    email: z.string(),
    phone: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    companyName: z.string().optional(),
    role: Role,
    address_country: z.string().optional(),
    address_state: z.string().optional(),
    address_city: z.string().optional(),
    address_street: z.string().optional(),
    address_apt_suite: z.string().optional(),
    address_zip: z.string().optional(),
    emailVerifiedAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    isActive: z.boolean(),
  })
  .meta({
    id: 'User',
    example: {
      id: '3f1c8a52-6f5e-4a52-9d8c-8f2f0d3e7a11',
      email: 'enterprise@dooryard.test',
      phone: '615-555-0142',
      firstName: 'Erin',
      lastName: 'Prize',
      companyName: 'Example Outreach',
      role: 'ENTERPRISE_USER',
      emailVerifiedAt: '2026-11-02T09:30:00.000Z',
      createdAt: '2026-11-02T09:30:00.000Z',
      isActive: true,
    },
  })
export type User = z.infer<typeof User>

const email = z.email('Please enter a valid email address').max(254, 'Please enter a valid email address')

const namePart = (label: string) =>
  z.string().trim().min(2, `${label} must be at least 2 characters`).max(50, `${label} must be less than 50 characters`)

/** What makes an account, whoever makes it. */
export const NewAccount = z.object({
  email,
  password: z
    .string()
    .min(8, 'Password must be at least 8 characters')
    .max(100, 'Password must be less than 100 characters'),
  phone: z
    .string()
    .trim()
    .min(6, 'Phone number must be at least 6 characters')
    .max(15, 'Phone number must be less than 15 characters'),
  firstName: namePart('First name'),
  lastName: namePart('Last name'),
  companyName: z.string().trim().max(100, 'Company name must be less than 100 characters').optional(),
})
export type NewAccount = z.infer<typeof NewAccount>

export const Login = z
  .object({
    email,
    password: z
      .string('Password is required')
      .min(1, 'Password is required')
      .max(1000, 'Password must be less than 1000 characters'),
  })
  .meta({ id: 'Login', example: { email: 'enterprise@dooryard.test', password: 'dooryard-demo' } })
export type Login = z.infer<typeof Login>

const Tokens = z
  .object({ accessToken: z.string(), refreshToken: z.string() })
  .meta({ id: 'Tokens', example: { accessToken: 'eyJhbGciOiJIUzI1NiJ9…', refreshToken: 'dyr_…' } })
export type Tokens = z.infer<typeof Tokens>

const RefreshToken = z
  .object({ refreshToken: z.string().min(1).max(200) })
  .meta({ id: 'RefreshToken', example: { refreshToken: 'dyr_…' } })

const SignedIn = z
  .object({
    user: User,
    accessToken: z.string(),
    refreshToken: z.string(),
    creditSettings: z.array(CreditSetting),
  })
  .meta({
    id: 'SignedIn',
    example: { user: exampleOf(User), ...exampleOf(Tokens), creditSettings: [exampleOf(CreditSetting)] },
  })
export type SignedIn = z.infer<typeof SignedIn>

const Me = z
  .object({ user: User, balance: Balance })
  .meta({ id: 'Me', example: { user: exampleOf(User), balance: exampleOf(Balance) } })
export type Me = z.infer<typeof Me>

export const auth = {
  login: endpoint({
    method: 'POST',
    path: '/v1/auth/public/login',
    summary: 'Sign in',
    tag: 'Account',
    access: 'ANYONE',
    body: Login,
    response: SignedIn,
    errors: ['NOT_AUTHENTICATED'],
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/v1/auth/public/refresh-token',
    summary: 'Trade a refresh token for a new pair; each refresh token is spent by its use',
    tag: 'Account',
    access: 'ANYONE',
    body: RefreshToken,
    response: Tokens,
    errors: ['NOT_AUTHENTICATED'],
  }),
  me: endpoint({
    method: 'GET',
    path: '/v1/auth/private/me',
    summary: 'The signed-in user and their credits',
    tag: 'Account',
    access: 'SIGNED_IN',
    response: Me,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/v1/auth/private/logout',
    summary: 'End this session',
    tag: 'Account',
    access: 'SIGNED_IN',
    status: 204,
  }),
}
