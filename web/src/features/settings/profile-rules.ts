import type { ProfileChange, User } from '@dooryard/contract/users'

const fields = [
  'firstName',
  'lastName',
  'phone',
  'companyName',
  'address_country',
  'address_street',
  'address_apt_suite',
  'address_city',
  'address_state',
  'address_zip',
] as const satisfies (keyof ProfileChange)[]

export type ProfileValues = Record<(typeof fields)[number], string>

/** What a user says of themselves, as the texts of a form: what is not known is empty. */
export const profileValues = (user: User) =>
  Object.fromEntries(fields.map((field) => [field, user[field] ?? ''])) as ProfileValues // a text for each field

/** What a form shows once it is saved: the server's answer, but for what was typed since the form was sent. */
export const afterSave = (sent: ProfileValues, typed: ProfileValues, answer: ProfileValues) =>
  Object.fromEntries(
    fields.map((field) => [field, typed[field] === sent[field] ? answer[field] : typed[field]]),
  ) as ProfileValues // as above

/** What a form changes, and nothing else, so that what another device has changed meanwhile stays. */
export const profileChange = (before: ProfileValues, after: ProfileValues): ProfileChange =>
  Object.fromEntries(
    fields.flatMap((field) => (after[field].trim() === before[field] ? [] : [[field, after[field].trim()]])),
  )
