import type { User } from '@dooryard/contract/users'

/** `Erin Prize`. */
export const nameOf = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`
