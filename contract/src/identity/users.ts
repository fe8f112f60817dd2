import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { Role } from '../api/roles.ts'
import { textLine } from '../api/text.ts'

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

/** A password that is compared, not chosen: anything that was ever allowed. */
export const ExistingPassword = (label: string) =>
  z
    .string(`${label} is required`)
    .min(1, `${label} is required`)
    .max(1000, `${label} must be less than 1000 characters`)

const nameField = (label: string) =>
  textLine(`${label} must be at least 2 characters`)
    .min(2, `${label} must be at least 2 characters`)
    .max(50, `${label} must be less than 50 characters`)

const addressField = (label: string) =>
  textLine(`${label} must be text`).max(100, `${label} must be less than 100 characters`).optional()

export const Person = z.object({
  phone: textLine('Phone number must be at least 6 characters')
    .min(6, 'Phone number must be at least 6 characters')
    .max(15, 'Phone number must be less than 15 characters'),
  firstName: nameField('First name'),
  lastName: nameField('Last name'),
  companyName: textLine('Company name must be text')
    .max(100, 'Company name must be less than 100 characters')
    .optional(),
})

export const NewAccount = z.object({ email: Email, password: Password, ...Person.shape })
export type NewAccount = z.infer<typeof NewAccount>

/** A change of the user's own profile: omitted fields stay unchanged, and an empty text clears an optional one. */
export const ProfileChange = z
  .object({
    ...Person.shape,
    address_country: addressField('Country'),
    address_state: addressField('State'),
    address_city: addressField('City'),
    address_street: addressField('Street'),
    address_apt_suite: addressField('Apartment or suite'),
    address_zip: addressField('ZIP code'),
  })
  .partial()
  .meta({ id: 'ProfileChange', example: { firstName: 'Erin', address_city: 'Nashville', address_state: 'TN' } })
export type ProfileChange = z.infer<typeof ProfileChange>
