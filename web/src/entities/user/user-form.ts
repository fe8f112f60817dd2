import type { User } from '@dooryard/contract/identity/users'

/** The values of a user form: a text per field, empty where unknown. */
export const toUserTexts = <Field extends keyof User>(user: User, fields: readonly Field[]) =>
  Object.fromEntries(fields.map((field) => [field, user[field] ?? ''])) as Record<Field, string> // a text per field

type UserTexts = Record<string, string>

/** The fields that the form changed, so that changes made elsewhere are kept. */
export const pickChanges = <T extends UserTexts>(before: T, after: T) =>
  Object.fromEntries(
    Object.entries(after)
      .map(([field, text]) => [field, text.trim()] as const)
      .filter(([field, text]) => text !== before[field]),
  ) as Partial<T> // fields of the form

/** The values of a form after saving: the server's answer, except for what was typed after submitting. */
export const mergeSaved = <T extends UserTexts>(sent: T, typed: T, answer: T) =>
  Object.fromEntries(
    Object.entries(answer).map(([field, text]) => [field, typed[field] === sent[field] ? text : typed[field]]),
  ) as T // the same fields
