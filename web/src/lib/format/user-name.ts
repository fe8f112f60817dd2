import type { User } from '@dooryard/contract/identity/users'

/** `Erin Prize`. */
export const formatUserName = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`
