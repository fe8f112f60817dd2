import { z } from 'zod'
import { classified } from './data-classes.ts'
import { line } from './line.ts'
import { Role } from './roles.ts'

export const User = z
  .object({
    id: z.string(),
    email: classified('personal', z.string()),
    phone: classified('personal', z.string()),
    firstName: classified('personal', z.string()),
    lastName: classified('personal', z.string()),
    companyName: classified('personal', z.string().optional()),
    role: Role,
    address_country: classified('personal', z.string().optional()),
    address_state: classified('personal', z.string().optional()),
    address_city: classified('personal', z.string().optional()),
    address_street: classified('personal', z.string().optional()),
    address_apt_suite: classified('personal', z.string().optional()),
    address_zip: classified('personal', z.string().optional()),
    profilePictureUrl: classified('personal', z.string().optional()),
    emailVerifiedAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    isActive: z.boolean(),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

export const Email = z.email('Please enter a valid email address').max(254, 'Please enter a valid email address')

export const Password = z
  .string('Password must be at least 8 characters')
  .min(8, 'Password must be at least 8 characters')
  .max(100, 'Password must be less than 100 characters')

/** A password that is compared and not chosen: whatever was once allowed. */
export const GivenPassword = (label: string) =>
  z
    .string(`${label} is required`)
    .min(1, `${label} is required`)
    .max(1000, `${label} must be less than 1000 characters`)

const namePart = (label: string) =>
  line(`${label} must be at least 2 characters`)
    .min(2, `${label} must be at least 2 characters`)
    .max(50, `${label} must be less than 50 characters`)

const addressPart = (label: string) =>
  line(`${label} must be text`).max(100, `${label} must be less than 100 characters`).optional()

export const Person = z.object({
  phone: line('Phone number must be at least 6 characters')
    .min(6, 'Phone number must be at least 6 characters')
    .max(15, 'Phone number must be less than 15 characters'),
  firstName: namePart('First name'),
  lastName: namePart('Last name'),
  companyName: line('Company name must be text').max(100, 'Company name must be less than 100 characters').optional(),
})

export const NewAccount = z.object({ email: Email, password: Password, ...Person.shape })
export type NewAccount = z.infer<typeof NewAccount>

/** A change of one's own facts: what is left out stays, and an empty text removes what may be absent. */
export const ProfileChange = z
  .object({
    ...Person.shape,
    address_country: addressPart('Country'),
    address_state: addressPart('State'),
    address_city: addressPart('City'),
    address_street: addressPart('Street'),
    address_apt_suite: addressPart('Apartment or suite'),
    address_zip: addressPart('ZIP code'),
  })
  .partial()
  .meta({ id: 'ProfileChange', example: { firstName: 'Erin', address_city: 'Nashville', address_state: 'TN' } })
export type ProfileChange = z.infer<typeof ProfileChange>
